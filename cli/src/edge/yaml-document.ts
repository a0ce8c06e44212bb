// A file of its own: the bundle gives named exports of a CommonJS package only to a static import.
export { parseDocument } from 'yaml';
