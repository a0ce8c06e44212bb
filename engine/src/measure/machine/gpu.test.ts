import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { amdFromSysfs, parseAmdSmi, parseRocmSmi } from './amd.ts';
import { gpuOfCard, parseLspci, readDrmCards, type DrmCard } from './linux-gpu.ts';
import { parseSystemProfiler } from './macos.ts';
import { parseNvidiaSmi } from './nvidia.ts';
import { gpuOfController } from './other-system.ts';

const gibi = 1024 ** 3;

describe('nvidia-smi', () => {
  test('gives each GPU with its memory', () => {
    expect(parseNvidiaSmi('NVIDIA GeForce RTX 4090, 24564, 550.54.14\r\nNVIDIA H200, 143771, 570.133.20\n')).toEqual([
      { vendor: 'nvidia', name: 'NVIDIA GeForce RTX 4090', memoryBytes: 24_564 * 1024 ** 2, unifiedMemory: false, driver: '550.54.14' },
      { vendor: 'nvidia', name: 'NVIDIA H200', memoryBytes: 143_771 * 1024 ** 2, unifiedMemory: false, driver: '570.133.20' },
    ]);
  });
  test('gives a GPU that shares memory without a size', () => {
    expect(parseNvidiaSmi('NVIDIA GB10, [N/A], 580.95.05')).toEqual([
      { vendor: 'nvidia', name: 'NVIDIA GB10', memoryBytes: null, unifiedMemory: true, driver: '580.95.05' },
    ]);
    expect(parseNvidiaSmi('Tesla K80, [Not Supported], [N/A]')[0]).toMatchObject({ memoryBytes: null, unifiedMemory: false, driver: null });
  });
  test.each([
    '',
    'No devices were found\n',
    "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure that the latest NVIDIA driver is installed and running.\n",
    'Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 550.54\n',
    'name, memory.total [MiB], driver_version\n',
    'NVIDIA H200, lots, 570\n',
  ])('%j gives none', (text) => expect(parseNvidiaSmi(text)).toEqual([]));
});

describe('AMD', () => {
  test('rocm-smi gives each card', () => {
    const text = JSON.stringify({
      card0: {
        'VRAM Total Memory (B)': '25753026560',
        'VRAM Total Used Memory (B)': '1',
        'Card Series': 'Radeon RX 7900 XTX',
        'Card Model': '0x744c',
      },
      card1: { 'VRAM Total Memory (B)': '536870912', 'Card series': 'AMD Radeon Graphics' },
      system: { 'Driver version': '6.8.5' },
    });
    expect(parseRocmSmi(text)).toEqual([
      { vendor: 'amd', name: 'Radeon RX 7900 XTX', memoryBytes: 25_753_026_560, unifiedMemory: false, driver: '6.8.5' },
      { vendor: 'amd', name: 'AMD Radeon Graphics', memoryBytes: 536_870_912, unifiedMemory: true, driver: '6.8.5' },
    ]);
  });
  test('amd-smi gives each GPU, as a list or inside an object', () => {
    const list = [
      {
        gpu: 0,
        asic: { market_name: 'AMD Instinct MI300X', vendor_id: '0x1002' },
        vram: { type: 'HBM', size: { value: 196_592, unit: 'MB' } },
        driver: { name: 'amdgpu', version: '6.10.5' },
      },
    ];
    const expected = [
      { vendor: 'amd', name: 'AMD Instinct MI300X', memoryBytes: 196_592 * 1024 ** 2, unifiedMemory: false, driver: '6.10.5' },
    ];
    expect(parseAmdSmi(JSON.stringify(list))).toEqual(expected);
    expect(parseAmdSmi(JSON.stringify({ gpu_data: list }))).toEqual(expected);
    expect(parseAmdSmi(JSON.stringify([{ asic: { market_name: 'X' }, vram: { size: 'N/A' } }]))[0]).toMatchObject({
      memoryBytes: null,
      driver: null,
    });
  });
  test.each(['', 'WARNING: No AMD GPUs specified', '{}', '[]', 'null', '{"card0":"N/A"}', '[{"asic":{}}]'])('%j gives none', (text) => {
    expect(parseRocmSmi(text)).toEqual([]);
    expect(parseAmdSmi(text)).toEqual([]);
  });
  test('the kernel’s files give the memory', () => {
    expect(amdFromSysfs('Navi 31', '25753026560', 'amdgpu')).toMatchObject({
      name: 'Navi 31',
      memoryBytes: 25_753_026_560,
      driver: 'amdgpu',
    });
    expect(amdFromSysfs(null, null, null)).toMatchObject({ name: 'AMD GPU', memoryBytes: null });
    expect(amdFromSysfs(null, 'unknown', null).memoryBytes).toBeNull();
  });
});

describe('Linux', () => {
  const lspci = `0000:00:02.0 "VGA compatible controller" "Intel Corporation" "Alder Lake-P GT2 [Iris Xe Graphics]" -r0c "Dell" "Device 0b08"
0000:03:00.0 "VGA compatible controller" "Intel Corporation" "DG2 [Arc A770]" -r08 "Intel Corporation" "Device 1020"
0000:04:00.0 "Display controller" "Advanced Micro Devices, Inc. [AMD/ATI]" "Navi 31 [Radeon RX 7900 XT/7900 XTX]" "x" "y"
0000:05:00.0 "Ethernet controller" "Intel Corporation" "I225-V" "x" "y"
`;
  const card = (change: Partial<DrmCard>): DrmCard => ({
    vendor: 'intel',
    slot: '',
    productName: null,
    vramTotal: null,
    driver: 'i915',
    ...change,
  });

  test('lspci names the displays by address', () => {
    expect(Object.fromEntries(parseLspci(lspci))).toEqual({
      '0000:00:02.0': 'Intel Iris Xe Graphics',
      '0000:03:00.0': 'Intel Arc A770',
      '0000:04:00.0': 'AMD Radeon RX 7900 XT/7900 XTX',
    });
    for (const wrong of ['', 'pcilib: Cannot open /proc/bus/pci', '00:02.0 VGA compatible controller: Intel'])
      expect(parseLspci(wrong).size).toBe(0);
  });

  test('a card is named by lspci, else by the kernel, else by its vendor', () => {
    const names = parseLspci(lspci);
    expect(gpuOfCard(card({ slot: '0000:00:02.0' }), names)).toEqual({
      vendor: 'intel',
      name: 'Intel Iris Xe Graphics',
      memoryBytes: null,
      unifiedMemory: true,
      driver: 'i915',
    });
    expect(gpuOfCard(card({ slot: '0000:03:00.0' }), names)).toMatchObject({ name: 'Intel Arc A770', unifiedMemory: false });
    expect(gpuOfCard(card({ vendor: 'nvidia', driver: 'nouveau' }), names)).toMatchObject({ name: 'NVIDIA GPU', unifiedMemory: false });
    expect(gpuOfCard(card({ vendor: 'amd', productName: 'AMD Instinct MI210', vramTotal: String(64 * gibi) }), names)).toMatchObject({
      name: 'AMD Instinct MI210',
      memoryBytes: 64 * gibi,
    });
  });

  test('the kernel’s folders give cards of known vendors only', async () => {
    const root = await mkdtemp(join(tmpdir(), 'bench-loop-drm-'));
    const addCard = async (name: string, slot: string, files: Record<string, string>) => {
      const device = join(root, 'pci', slot);
      await mkdir(device, { recursive: true });
      for (const [file, text] of Object.entries(files)) await writeFile(join(device, file), `${text}\n`);
      await mkdir(join(root, 'drm', name), { recursive: true });
      await symlink(device, join(root, 'drm', name, 'device'));
    };
    try {
      await addCard('card0', '0000:04:00.0', { vendor: '0x1002', mem_info_vram_total: '8573157376' });
      await addCard('card1', '0000:01:00.0', { vendor: '0x1a03' });
      await mkdir(join(root, 'drm', 'card0-HDMI-A-1'));
      expect(await readDrmCards(join(root, 'drm'))).toEqual([
        { vendor: 'amd', slot: '0000:04:00.0', productName: null, vramTotal: '8573157376', driver: null },
      ]);
      expect(await readDrmCards(join(root, 'none'))).toEqual([]);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });
});

describe('macOS', () => {
  test('an Apple GPU has the system’s memory', () => {
    const text = JSON.stringify({
      SPDisplaysDataType: [
        { _name: 'kHW_AppleM2MaxItem', sppci_model: 'Apple M2 Max', sppci_cores: '38', spdisplays_vendor: 'sppci_vendor_Apple' },
      ],
    });
    expect(parseSystemProfiler(text, 64 * gibi)).toEqual([
      { vendor: 'apple', name: 'Apple M2 Max', memoryBytes: 64 * gibi, unifiedMemory: true, driver: null },
    ]);
  });
  test('an Intel Mac has two GPUs with their own kind of memory', () => {
    const text = JSON.stringify({
      SPDisplaysDataType: [
        { sppci_model: 'Intel UHD Graphics 630', spdisplays_vendor: 'Intel', spdisplays_vram_shared: '1536 MB' },
        { sppci_model: 'AMD Radeon Pro 5300M', spdisplays_vendor: 'AMD (0x1002)', spdisplays_vram: '4 GB' },
      ],
    });
    expect(parseSystemProfiler(text, 16 * gibi)).toEqual([
      { vendor: 'intel', name: 'Intel UHD Graphics 630', memoryBytes: null, unifiedMemory: true, driver: null },
      { vendor: 'amd', name: 'AMD Radeon Pro 5300M', memoryBytes: 4 * gibi, unifiedMemory: false, driver: null },
    ]);
  });
  test.each(['', 'system_profiler: error', '{}', '{"SPDisplaysDataType":[{}]}'])('%j gives none', (text) =>
    expect(parseSystemProfiler(text, gibi)).toEqual([]),
  );
});

describe('Windows and others', () => {
  test('a controller with a size that can be told', () => {
    expect(gpuOfController({ vendor: 'NVIDIA', model: 'NVIDIA GeForce GTX 1650', vram: 4_000, driverVersion: '31.0' })).toEqual({
      vendor: 'nvidia',
      name: 'NVIDIA GeForce GTX 1650',
      memoryBytes: 4_000 * 1024 ** 2,
      unifiedMemory: false,
      driver: '31.0',
    });
  });
  test('a size at the limit of the 32-bit number is unknown', () => {
    expect(gpuOfController({ vendor: 'Advanced Micro Devices, Inc.', model: 'AMD Radeon RX 7900 XTX', vram: 4_095 })).toMatchObject({
      vendor: 'amd',
      memoryBytes: null,
    });
    expect(gpuOfController({ model: 'Intel(R) Iris(R) Xe Graphics', vram: null, vramDynamic: true })).toMatchObject({
      vendor: 'intel',
      memoryBytes: null,
      unifiedMemory: true,
    });
    expect(gpuOfController({ vendor: 'Qualcomm', model: 'Adreno X1-85' })).toMatchObject({ vendor: 'other' });
  });
  test.each([
    {},
    { model: '' },
    { model: 'Microsoft Basic Display Adapter' },
    { vendor: 'VMware', model: 'SVGA 3D' },
    { vendor: 'Red Hat', model: 'QXL' },
  ])('%j is no GPU', (controller) => {
    expect(gpuOfController(controller)).toBeNull();
  });
});
