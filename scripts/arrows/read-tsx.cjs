// dependency-cruiser asks swc for TypeScript without JSX in every file, and files of components hold JSX.
const swc = require('@swc/core');

const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });
