/** A folder of tasks is hostile input: each limit is far above what a person writes, and far below what hurts a machine. */
export const limits = {
  /** Parsing YAML takes about a second a megabyte. */
  yamlBytes: 1_000_000,
  /** Of all YAML files of a suite together. */
  allYamlBytes: 10_000_000,
  /** One task of 128k tokens is half a megabyte. */
  linesBytes: 16_000_000,
  tasks: 2000,
  files: 2000,
  /** Words and signs of one YAML file. */
  yamlTokens: 200_000,
  /** Text of one task's key, as JSON: pairing thousands of expected rows would take minutes. */
  expectCharacters: 100_000,
  /** Columns are told in lines of JSON up to this length. */
  placedCharacters: 200_000,
  depth: 40,
  /** Problems told at once, of a whole suite and of one task; more help nobody. */
  problems: 100,
  problemsOfTask: 20,
} as const;
