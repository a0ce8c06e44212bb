import { writeGeneratedFiles } from './generate/generated-files.ts';
import { root } from './kit/root.ts';

const written = await writeGeneratedFiles(root);
console.log(written.length === 0 ? 'generated files are current' : `wrote ${written.join(', ')}`);
