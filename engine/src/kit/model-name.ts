/** What the name of a model, file or repository tells, as the last source where nothing better is known. Null = the name does not say. */
export type NameFacts = {
  quantization: string | null;
  /** All weights: `30` billion of `30B-A3B`. Null for `8x7B`, whose experts share weights. */
  parameters: number | null;
  /** Weights that one token uses, as `A3B` says. */
  activeParameters: number | null;
  /** Experts and the size that each is named after, as `8x7B` says. */
  experts: { count: number; parametersEach: number } | null;
};

const start = String.raw`(?:^|[-_.:/ ])`;
const end = String.raw`(?=$|[-_.:/ ])`;

const quantizations = new RegExp(
  `${start}((?:UD-)?(?:I?Q\\d(?:_[A-Z0-9]{1,4}){0,3}|TQ\\d_\\d)|BF16|FP16|F16|FP32|F32|FP8|FP4|MXFP4|NVFP4|INT[48]|W\\dA\\d{1,2}|AWQ|GPTQ|EXL[23]|[2-8]-?bit)${end}`,
  'iu',
);

const perUnit: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9, t: 1e12 };

/** A count as models state it: `8.0B`, `494.03M`, `1.1T`. Null where it is none. */
export const parseCount = (text: string): number | null => {
  const [, digits, unit] = /^\s*(\d+(?:\.\d+)?)\s*([kmbt])?\s*$/iu.exec(text) ?? [];
  return digits === undefined ? null : Math.round(Number(digits) * (perUnit[(unit ?? '').toLowerCase()] ?? 1));
};

/** GGUF types are written in capitals, bit widths as `4bit`. */
const asWritten = (quantization: string): string => {
  const width = /^(\d)-?bit$/iu.exec(quantization);
  return width === null ? quantization.toUpperCase() : `${width[1]}bit`;
};

/** Quantization as file and repository names write it; null where the name holds none. */
export const quantizationOf = (name: string): string | null => {
  const found = quantizations.exec(name.replace(/\.gguf$/iu, ''))?.[1];
  return found === undefined ? null : asWritten(found);
};

const expertsOf = (name: string): NameFacts['experts'] => {
  const [, count, each] = new RegExp(`${start}(\\d+)x(\\d+(?:\\.\\d+)?B)${end}`, 'iu').exec(name) ?? [];
  const parametersEach = each === undefined ? null : parseCount(each);
  return count === undefined || parametersEach === null ? null : { count: Number(count), parametersEach };
};

/** Reads quantization and sizes from a name such as `Qwen3-30B-A3B-UD-Q4_K_XL.gguf` or `qwen3:30b-a3b-q4_K_M`. */
export const nameFacts = (name: string): NameFacts => {
  const [, total] = new RegExp(`${start}(\\d+(?:\\.\\d+)?[MB])${end}`, 'iu').exec(name) ?? [];
  const [, active] = new RegExp(`${start}A(\\d+(?:\\.\\d+)?[MB])${end}`, 'iu').exec(name) ?? [];
  return {
    quantization: quantizationOf(name),
    parameters: total === undefined ? null : parseCount(total),
    activeParameters: active === undefined ? null : parseCount(active),
    experts: expertsOf(name),
  };
};

/** Bits that one weight takes on average: says more than a name, as files mix types. Null where either is unknown. */
export const bitsPerWeight = (sizeBytes: number | null, parameters: number | null): number | null =>
  sizeBytes === null || parameters === null || parameters === 0 || sizeBytes === 0 ? null : (8 * sizeBytes) / parameters;
