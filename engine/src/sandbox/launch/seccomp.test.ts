import { expect, test } from 'vitest';
import { filteredArchitectures, seccompFilter, seccompProfile } from './seccomp.ts';

/** Runs a filter as the kernel does, for the instructions that it uses. */
const run = (filter: Buffer, data: { number: number; architecture: number; flags?: number }): number => {
  let accumulator = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const code = filter.readUInt16LE(at);
    const value = filter.readUInt32LE(at + 4);
    const jump = (holds: boolean): void => void (at += 8 * filter.readUInt8(at + (holds ? 2 : 3)));
    if (code === 0x20) accumulator = (value === 0 ? data.number : value === 4 ? data.architecture : (data.flags ?? 0)) >>> 0;
    else if (code === 0x15) jump(accumulator === value);
    else if (code === 0x35) jump(accumulator >= value);
    else if (code === 0x45) jump((accumulator & value) !== 0);
    else if (code === 0x06) return value;
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error('the filter ends without a verdict');
};

const [allow, notPermitted, notImplemented, kill] = [0x7fff0000, 0x00050001, 0x00050026, 0x80000000];
/** Flags that glibc gives for a thread, and for a process (`clone(2)`). */
const [threadFlags, processFlags] = [0x003d0f00, 0x01200011];
const machines = [
  {
    name: 'x64',
    architecture: 0xc000003e,
    read: 0,
    execve: 59,
    clone: 56,
    forks: [57, 58],
    sockets: [41, 42, 53],
    unshare: 272,
    ptrace: 101,
  },
  {
    name: 'arm64',
    architecture: 0xc00000b7,
    read: 63,
    execve: 221,
    clone: 220,
    forks: [],
    sockets: [198, 203, 199],
    unshare: 97,
    ptrace: 117,
  },
];

test.each(machines)('on $name threads are allowed, and no process, socket or namespace', (machine) => {
  const filter = seccompFilter(machine.name) as Buffer;
  const on = (number: number, flags?: number) => run(filter, { number, architecture: machine.architecture, flags });
  expect([on(machine.read), on(machine.execve), on(machine.clone, threadFlags)]).toEqual([allow, allow, allow]);
  expect(on(machine.clone, processFlags)).toBe(notPermitted);
  expect(on(435)).toBe(notImplemented);
  for (const denied of [...machine.forks, ...machine.sockets, machine.unshare, machine.ptrace]) expect(on(denied)).toBe(notPermitted);
});

test('calls of another convention or architecture get nowhere', () => {
  const filter = seccompFilter('x64') as Buffer;
  expect(run(filter, { number: 0x40000000 + 57, architecture: 0xc000003e })).toBe(notPermitted);
  expect(run(filter, { number: 2, architecture: 0x40000003 })).toBe(kill);
  expect(seccompFilter('riscv64')).toBeNull();
  expect(filteredArchitectures).toEqual(['x64', 'arm64']);
});

test('container engines get the same filter by names', () => {
  type Profile = {
    defaultAction: string;
    architectures: string[];
    syscalls: { names: string[]; action: string; errnoRet: number; args?: object[] }[];
  };
  const profile = JSON.parse(seccompProfile('x64') ?? '') as Profile;
  expect(profile).toMatchObject({ defaultAction: 'SCMP_ACT_ALLOW', architectures: ['SCMP_ARCH_X86_64'] });
  const ruleOf = (name: string) => profile.syscalls.find(({ names }) => names.includes(name));
  for (const name of ['fork', 'vfork', 'socket', 'unshare', 'setns', 'ptrace', 'mount', 'bpf'])
    expect(ruleOf(name)).toMatchObject({ action: 'SCMP_ACT_ERRNO', errnoRet: 1 });
  expect(ruleOf('clone3')).toMatchObject({ errnoRet: 38 });
  expect(ruleOf('clone')?.args).toEqual([{ index: 0, value: 0x10000, valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }]);
  expect(ruleOf('execve')).toBeUndefined();
  expect(JSON.parse(seccompProfile('arm64') ?? '')).toMatchObject({ architectures: ['SCMP_ARCH_AARCH64'] });
  expect(seccompProfile('riscv64')).toBeNull();
});
