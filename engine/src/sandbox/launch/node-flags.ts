/** Most pages of 64 KiB that any memory of WebAssembly may have in the child: 1 GiB. */
const mostMemoryPages = 16_384;
const heapMegabytes = 512;

const permissionFlag = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';

/**
 * Flags of the child's Node: no file beside those named may be read, none written, no process started, no native code loaded and no
 * code made from text. They are a second wall behind WebAssembly, not a boundary of their own (Node's documentation, Permissions).
 */
export const nodeFlags = (readable: readonly string[]): string[] => [
  '--no-warnings',
  permissionFlag,
  ...readable.map((path) => `--allow-fs-read=${path}`),
  '--allow-worker',
  '--disallow-code-generation-from-strings',
  '--disable-proto=delete',
  '--no-addons',
  `--max-old-space-size=${heapMegabytes}`,
  `--wasm-max-mem-pages=${mostMemoryPages}`,
];
