import { transform } from 'sucrase';
import type { CodeLanguage } from '@benchloop/spec';

const usesModules = /^\s*(?:import|export)\b/mu;

/**
 * A program as a script that QuickJS runs: types are removed, and imports and exports become `require` and `exports`. Line numbers
 * stay. Throws on a fault of syntax that the transpiler sees.
 */
export const transpile = (program: string, language: CodeLanguage): string => {
  if (language === 'typescript')
    return transform(program, { transforms: ['typescript', 'imports'], disableESTransforms: true, preserveDynamicImport: true }).code;
  return usesModules.test(program)
    ? transform(program, { transforms: ['imports'], disableESTransforms: true, preserveDynamicImport: true }).code
    : program;
};
