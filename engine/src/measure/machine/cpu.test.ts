import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instructionSetsOf, riscvVector } from './instruction-sets.ts';
import { countCores, parseCpuInfo, parseCpuList, parseLscpuModel } from './linux-cpu.ts';
import { parseSysctl } from './macos.ts';

const thread = (processor: number, socket: number, core: number): string =>
  `processor\t: ${processor}\nvendor_id\t: AuthenticAMD\nmodel name\t: AMD EPYC 7742 64-Core Processor\nphysical id\t: ${socket}\ncore id\t\t: ${core}\nflags\t\t: fpu sse sse4_2 avx f16c fma avx2 avx512f avx512vbmi avx512_vnni avx512_bf16 amx_tile\n`;
/** Two sockets with two cores each, two threads a core. */
const twoSockets = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => thread(n, (n >> 1) & 1, n & 1)).join('\n');

const raspberry = `processor\t: 0
BogoMIPS\t: 108.00
Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp
CPU implementer\t: 0x41
CPU architecture: 8
CPU part\t: 0xd0b

processor\t: 1
BogoMIPS\t: 108.00
Features\t: fp asimd
CPU implementer\t: 0x41

Model\t\t: Raspberry Pi 5 Model B Rev 1.0
`;

describe('/proc/cpuinfo', () => {
  test('counts cores over sockets, not threads', () => {
    expect(parseCpuInfo(twoSockets)).toEqual({
      vendor: 'AMD',
      model: 'AMD EPYC 7742 64-Core Processor',
      physicalCores: 4,
      instructionSets: ['SSE4.2', 'AVX', 'F16C', 'FMA', 'AVX2', 'AVX512F', 'AVX512-VBMI', 'AVX512-VNNI', 'AVX512-BF16', 'AMX'],
    });
  });
  test('counts only what this process may use', () => {
    expect(parseCpuInfo(twoSockets, new Set([0, 4])).physicalCores).toBe(1);
    expect(parseCpuInfo(twoSockets, new Set([0, 1, 2])).physicalCores).toBe(3);
  });
  test('of an Arm board tells the implementer and no cores', () => {
    expect(parseCpuInfo(raspberry)).toEqual({
      vendor: 'Arm',
      model: null,
      physicalCores: null,
      instructionSets: ['NEON', 'DOTPROD', 'FP16'],
    });
  });
  test('of a RISC-V board tells its vector extension', () => {
    const text = 'processor\t: 0\nhart\t\t: 1\nisa\t\t: rv64imafdcv_zicsr_zifencei\nmmu\t\t: sv39\nuarch\t\t: sifive,x280\n';
    expect(parseCpuInfo(text)).toEqual({ vendor: null, model: 'sifive,x280', physicalCores: null, instructionSets: ['RVV'] });
    expect(riscvVector('rv64imafdc_zve')).toEqual([]);
  });
  test.each(['', '\n\n\n', 'cat: /proc/cpuinfo: Permission denied', '<html></html>', ':::\n:'])('%j tells nothing', (text) => {
    expect(parseCpuInfo(text)).toEqual({ vendor: null, model: null, physicalCores: null, instructionSets: [] });
  });
});

describe('a list of processors', () => {
  test('is read back from any set', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(300), { minLength: 1 }), (numbers) => {
        expect(parseCpuList(numbers.join(','))).toEqual(new Set(numbers));
      }),
    );
    expect(parseCpuList('0-2,8')).toEqual(new Set([0, 1, 2, 8]));
  });
  test.each(['', 'all', '1-', '1,,2', '-3'])('%j is refused', (text) => expect(parseCpuList(text)).toBeNull());
});

test('sibling lists give the cores; unreadable ones are unknown', () => {
  expect(countCores(['0,4', '1,5', '0,4', '1,5'])).toBe(2);
  expect(countCores([null, null])).toBeNull();
  expect(countCores([])).toBeNull();
});

test('lscpu names an Arm processor', () => {
  expect(
    parseLscpuModel('Architecture:  aarch64\nVendor ID:  ARM\n  BIOS Model name:  x\nModel name:          Neoverse-N1\nModel:  1\n'),
  ).toBe('Neoverse-N1');
  for (const wrong of ['', 'Model name:          -\nModel: 1', 'lscpu: failed']) expect(parseLscpuModel(wrong)).toBeNull();
});

test('instruction sets come once, in a fixed order, whatever the order of the flags', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(['avx2', 'AVX1.0', 'avx', 'asimd', 'sve2', 'vsx', 'nothing', 'avx512-vnni']), (flags) => {
      expect(instructionSetsOf(flags)).toEqual(instructionSetsOf(flags.toReversed()));
      expect(new Set(instructionSetsOf(flags)).size).toBe(instructionSetsOf(flags).length);
    }),
  );
});

describe('sysctl on macOS', () => {
  test('of an Apple processor', () => {
    const text = `hw.physicalcpu: 12
hw.logicalcpu: 12
hw.optional.neon: 1
hw.optional.arm.FEAT_DotProd: 1
hw.optional.arm.FEAT_I8MM: 1
hw.optional.arm.FEAT_SME: 0
hw.optional.arm.FEAT_BF16: 1
machdep.cpu.brand_string: Apple M2 Max
`;
    expect(parseSysctl(text)).toEqual({
      vendor: 'Apple',
      model: 'Apple M2 Max',
      physicalCores: 12,
      instructionSets: ['NEON', 'DOTPROD', 'I8MM', 'BF16'],
    });
  });
  test('of an Intel processor', () => {
    const text = `hw.physicalcpu: 6
machdep.cpu.vendor: GenuineIntel
machdep.cpu.brand_string: Intel(R) Core(TM) i7-8750H CPU @ 2.20GHz
machdep.cpu.features: FPU SSE4.2 FMA AVX1.0 F16C
machdep.cpu.leaf7_features: AVX2 BMI2
`;
    expect(parseSysctl(text)).toMatchObject({
      vendor: 'Intel',
      physicalCores: 6,
      instructionSets: ['SSE4.2', 'AVX', 'F16C', 'FMA', 'AVX2'],
    });
  });
  test.each(['', "sysctl: unknown oid 'hw'", 'hw.physicalcpu: many'])('%j tells nothing', (text) => {
    expect(parseSysctl(text)).toEqual({ vendor: null, model: null, physicalCores: null, instructionSets: [] });
  });
});
