/** A folder of tasks is hostile input: each limit is far above what a person writes, and far below what hurts a machine. */
export const limits = {
  /** Parsing YAML takes about a second a megabyte. */
  yamlBytes: 1_000_000,
  /** One task of 128k tokens is half a megabyte. */
  linesBytes: 16_000_000,
  tasks: 2000,
  files: 2000,
  depth: 40,
  /** Problems told at once; more help nobody. */
  problems: 100,
} as const;
