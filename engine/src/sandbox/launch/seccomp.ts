/** Numbers of system calls and of the architecture (Linux `asm/unistd.h`, `linux/audit.h`). Null = the architecture lacks it. */
const tables = {
  x64: {
    audit: 0xc000003e,
    clone: 56,
    clone3: 435,
    denied: {
      fork: 57,
      vfork: 58,
      execveat: 322,
      socket: 41,
      connect: 42,
      accept: 43,
      bind: 49,
      listen: 50,
      socketpair: 53,
      accept4: 288,
      ptrace: 101,
      process_vm_readv: 310,
      process_vm_writev: 311,
      kcmp: 312,
      pidfd_open: 434,
      pidfd_getfd: 438,
      mount: 165,
      umount2: 166,
      pivot_root: 155,
      chroot: 161,
      fsopen: 430,
      open_tree: 428,
      move_mount: 429,
      open_by_handle_at: 304,
      unshare: 272,
      setns: 308,
      keyctl: 250,
      add_key: 248,
      request_key: 249,
      bpf: 321,
      perf_event_open: 298,
      userfaultfd: 323,
      io_uring_setup: 425,
      io_uring_enter: 426,
      io_uring_register: 427,
      kexec_load: 246,
      init_module: 175,
      finit_module: 313,
      personality: 135,
    },
  },
  arm64: {
    audit: 0xc00000b7,
    clone: 220,
    clone3: 435,
    denied: {
      execveat: 281,
      socket: 198,
      socketpair: 199,
      bind: 200,
      listen: 201,
      accept: 202,
      connect: 203,
      accept4: 242,
      ptrace: 117,
      process_vm_readv: 270,
      process_vm_writev: 271,
      kcmp: 272,
      pidfd_open: 434,
      pidfd_getfd: 438,
      mount: 40,
      umount2: 39,
      pivot_root: 41,
      chroot: 51,
      fsopen: 430,
      open_tree: 428,
      move_mount: 429,
      open_by_handle_at: 265,
      unshare: 97,
      setns: 268,
      keyctl: 219,
      add_key: 217,
      request_key: 218,
      bpf: 280,
      perf_event_open: 241,
      userfaultfd: 282,
      io_uring_setup: 425,
      io_uring_enter: 426,
      io_uring_register: 427,
      kexec_load: 104,
      init_module: 105,
      finit_module: 273,
      personality: 92,
    },
  },
} as const;

/** Classic BPF (Linux `linux/filter.h`): load a word, jump on equal, on at least, on any bit, return. */
const op = { load: 0x20, ifEqual: 0x15, ifAtLeast: 0x35, ifAnyBit: 0x45, give: 0x06 } as const;
const verdict = { kill: 0x80000000, allow: 0x7fff0000, notPermitted: 0x00050001, notImplemented: 0x00050026 } as const;
/** Of a verdict, where the error's number stands. */
const errorBits = 0xffff;
/** Offsets in `struct seccomp_data`. */
const at = { number: 0, architecture: 4, firstArgument: 16 } as const;
/** From here on the calls of x32, another calling convention of x64. */
const firstX32Call = 0x40000000;
const cloneThread = 0x00010000;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

const denyOne = (number: number, result: number): Instruction[] => [
  [op.ifEqual, 0, 1, number],
  [op.give, 0, 0, result],
];

export const filteredArchitectures = Object.keys(tables);

/**
 * A seccomp filter for bubblewrap, as bytes, that leaves a process its threads but no new process, socket, mount or namespace.
 * `clone` is allowed for threads only; `clone3` seems missing, so that the C library falls back to `clone`. Null = no table for
 * this architecture.
 */
export const seccompFilter = (architecture: string): Buffer | null => {
  const table = architecture === 'x64' || architecture === 'arm64' ? tables[architecture] : null;
  if (table === null) return null;
  const instructions: Instruction[] = [
    [op.load, 0, 0, at.architecture],
    [op.ifEqual, 1, 0, table.audit],
    [op.give, 0, 0, verdict.kill],
    [op.load, 0, 0, at.number],
    ...(architecture === 'x64'
      ? ([
          [op.ifAtLeast, 0, 1, firstX32Call],
          [op.give, 0, 0, verdict.notPermitted],
        ] as Instruction[])
      : []),
    ...denyOne(table.clone3, verdict.notImplemented),
    ...Object.values(table.denied).flatMap((number) => denyOne(number, verdict.notPermitted)),
    [op.ifEqual, 0, 3, table.clone],
    [op.load, 0, 0, at.firstArgument],
    [op.ifAnyBit, 1, 0, cloneThread],
    [op.give, 0, 0, verdict.notPermitted],
    [op.give, 0, 0, verdict.allow],
  ];
  const bytes = Buffer.alloc(instructions.length * 8);
  for (const [index, [code, ifTrue, ifFalse, value]] of instructions.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
};

/**
 * The same filter as a profile for container engines (OCI runtime specification, `linux.seccomp`). Calls of another architecture or
 * convention are ended by the engine, since only the own one is named. Null = no table for this architecture.
 */
export const seccompProfile = (architecture: string): string | null => {
  const table = architecture === 'x64' || architecture === 'arm64' ? tables[architecture] : null;
  if (table === null) return null;
  const refusal = { action: 'SCMP_ACT_ERRNO' } as const;
  return JSON.stringify({
    defaultAction: 'SCMP_ACT_ALLOW',
    architectures: [architecture === 'x64' ? 'SCMP_ARCH_X86_64' : 'SCMP_ARCH_AARCH64'],
    syscalls: [
      { names: ['clone3'], ...refusal, errnoRet: verdict.notImplemented & errorBits },
      { names: Object.keys(table.denied), ...refusal, errnoRet: verdict.notPermitted & errorBits },
      {
        names: ['clone'],
        ...refusal,
        errnoRet: verdict.notPermitted & errorBits,
        args: [{ index: 0, value: cloneThread, valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }],
      },
    ],
  });
};
