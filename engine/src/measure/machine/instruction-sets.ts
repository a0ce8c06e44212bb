/** Instruction sets that change how fast a model runs on a CPU, by the flags that systems use for them. */
const names: readonly (readonly [flag: RegExp, name: string])[] = [
  [/^sse4_2$|^sse4\.2$/, 'SSE4.2'],
  [/^avx$|^avx1\.0$/, 'AVX'],
  [/^f16c$/, 'F16C'],
  [/^fma$/, 'FMA'],
  [/^avx2$/, 'AVX2'],
  [/^avx_vnni$/, 'AVX-VNNI'],
  [/^avx512f$/, 'AVX512F'],
  [/^avx512bw$/, 'AVX512BW'],
  [/^avx512_?vbmi$/, 'AVX512-VBMI'],
  [/^avx512_?vnni$/, 'AVX512-VNNI'],
  [/^avx512_?bf16$/, 'AVX512-BF16'],
  [/^avx512_?fp16$/, 'AVX512-FP16'],
  [/^amx_tile$|^amx-tile$/, 'AMX'],
  [/^amx_int8$|^amx-int8$/, 'AMX-INT8'],
  [/^amx_bf16$|^amx-bf16$/, 'AMX-BF16'],
  [/^asimd$|^neon$|^advsimd$/, 'NEON'],
  [/^asimddp$|^feat_dotprod$/, 'DOTPROD'],
  [/^asimdhp$|^fphp$|^feat_fp16$/, 'FP16'],
  [/^i8mm$|^feat_i8mm$/, 'I8MM'],
  [/^bf16$|^feat_bf16$/, 'BF16'],
  [/^sve$|^feat_sve$/, 'SVE'],
  [/^sve2$|^feat_sve2$/, 'SVE2'],
  [/^sme$|^feat_sme$/, 'SME'],
  [/^sme2$|^feat_sme2$/, 'SME2'],
  [/^vsx$/, 'VSX'],
  [/^vx$/, 'VX'],
];

/** The instruction sets that a list of CPU flags shows, in a fixed order and each once. */
export const instructionSetsOf = (flags: readonly string[]): string[] => {
  const lower = flags.map((flag) => flag.toLowerCase());
  return names.filter(([pattern]) => lower.some((flag) => pattern.test(flag))).map(([, name]) => name);
};

/** The vector extension of a RISC-V instruction string such as `rv64imafdcv_zicsr`. */
export const riscvVector = (isa: string): string[] => (/^rv\d+[a-u]*v/i.test(isa.split('_')[0] ?? '') ? ['RVV'] : []);
