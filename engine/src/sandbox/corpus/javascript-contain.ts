import { programsOf } from './program.ts';

/** JavaScript and TypeScript programs that reach for the machine around them. */
export const javascriptContain = [
  ...programsOf('javascript', 'contain', [
    [
      'js-globals',
      'looks for names of Node, Deno and QuickJS',
      `function solve(n) {
  const names = ['process', 'require', 'fetch', 'Deno', 'Bun', 'std', 'os', 'bjson', 'scriptArgs', 'WebAssembly', 'Worker', 'SharedArrayBuffer', 'navigator', 'print', 'load'];
  return names.filter((name) => typeof globalThis[name] !== 'undefined' && name !== 'require' && name !== 'SharedArrayBuffer').map((name) => 'ESC' + 'APED: ' + name);
}`,
    ],
    ['js-require', 'requires modules of Node', `function solve(n) { return require('fs').readFileSync('CANARY_FILE', 'utf8'); }`],
    [
      'js-function-constructor',
      'makes code from text by every constructor',
      `function solve(n) {
  const found = [];
  for (const f of [function () {}, async function () {}, function* () {}, async function* () {}, console.log, solve, require])
    try { found.push(String(f.constructor('return typeof process !== "undefined" ? "ESC" + "APED: process" : "no"')())); } catch (e) { found.push(String(e)); }
  return found;
}`,
    ],
    [
      'js-dynamic-import',
      'imports modules dynamically',
      `async function solve(n) {
  const found = [];
  for (const name of ['fs', 'node:fs', 'std', 'os', 'file:///etc/passwd', 'CANARY_FILE', '/etc/passwd', 'data:text/javascript,export default 1'])
    try { const m = await import(name); found.push('ESC' + 'APED: ' + Object.keys(m).length); } catch (e) { found.push('no'); }
  return found;
}`,
    ],
    [
      'js-static-import',
      'imports a module statically',
      `import fs from 'fs';\nexport function solve(n) { return fs.readFileSync('CANARY_FILE', 'utf8'); }`,
    ],
    [
      'js-callers',
      'walks callers and stacks for functions of the host',
      `function solve(n) {
  const found = [];
  try { found.push(String(arguments.callee.caller)); } catch (e) { found.push('no'); }
  try { let c = solve; for (let i = 0; i < 9; i++) { c = c.caller; found.push(String(c)); } } catch (e) { found.push('no'); }
  Error.prepareStackTrace = (e, trace) => trace;
  const trace = new Error('x').stack;
  if (Array.isArray(trace)) for (const site of trace) for (const name of ['getThis', 'getFunction']) try { const v = site[name](); if (typeof v === 'function') found.push(String(v)); } catch (e) {}
  return found.filter((text) => /answer|nodes|tooLarge/.test(text)).map((text) => 'ESC' + 'APED: ' + text);
}`,
    ],
    [
      'js-prototype-pollution',
      'plants properties where the host might look',
      `for (const [key, value] of Object.entries({ language: 'python', end: 'returned', limits: {}, type: 'ready', op: 'run' })) Object.prototype[key] = value;
Array.prototype.toString = () => 'ESC';
function solve(n) { return ['x']; }`,
    ],
    [
      'js-array-buffers',
      'reads and writes beyond buffers',
      `function solve(n) {
  const found = [];
  const views = [Uint8Array, Uint32Array, Float64Array, BigInt64Array];
  for (const View of views) {
    const view = new View(8);
    view[1e9] = view[0];
    try { if (view[1e9] !== undefined) found.push('ESC' + 'APED: read'); } catch (e) {}
    try { new DataView(view.buffer).getFloat64(60); found.push('ESC' + 'APED: view'); } catch (e) {}
  }
  try { const b = new ArrayBuffer(8, { maxByteLength: 16 }); const v = new Uint8Array(b); b.resize && b.resize(0); if (v[4] !== undefined) found.push('ESC' + 'APED: resized'); } catch (e) {}
  return found;
}`,
    ],
    [
      'js-detach-while-sorting',
      'changes an array and a buffer while the engine works on it',
      `function solve(n) {
  const found = [];
  const list = Array.from({ length: 1000 }, (_, i) => i);
  list.sort((a, b) => { list.length = 0; return a - b; });
  const typed = new Float64Array(100);
  try { typed.sort(() => { if (typed.buffer.transfer) typed.buffer.transfer(0); return 1; }); } catch (e) {}
  const odd = { get length() { return 1e6; }, get 0() { list.length = 1e5; return 1; } };
  try { Array.prototype.splice.call(odd, 0, 10); } catch (e) {}
  try { found.push(list.concat(new Proxy([1, 2], { get: (t, k) => (k === 'length' ? 1000 : t[k]) })).length); } catch (e) {}
  return found;
}`,
    ],
    [
      'js-console-constructor',
      'climbs from the functions that the host gave',
      `function solve(n) {
  const found = [];
  for (const f of [console.log, setTimeout, require, Math.random, Date.now]) {
    let up = f;
    for (let i = 0; i < 5; i++) { up = Object.getPrototypeOf(up); if (up === null) break; for (const key of Object.getOwnPropertyNames(up)) if (/process|global|host|module/i.test(key)) found.push('ESC' + 'APED: ' + key); }
  }
  return found;
}`,
    ],
    [
      'js-exit',
      'ends the process',
      `function solve(n) { for (const f of ['quit', 'exit', 'close']) if (typeof globalThis[f] === 'function' ) { globalThis[f](0); return 'ESC' + 'APED: ' + f; } return 'none'; }`,
    ],
    [
      'js-realms',
      'looks for another realm',
      `function solve(n) {
  const found = [];
  for (const make of [() => new ShadowRealm(), () => globalThis.$262.createRealm(), () => new Worker('x')])
    try { make(); found.push('ESC' + 'APED: realm'); } catch (e) { found.push('no'); }
  return found;
}`,
    ],
  ]),
  ...programsOf('typescript', 'contain', [
    [
      'ts-import-equals',
      'imports by TypeScript’s own form',
      `import fs = require('fs');\nexport function solve(n: number): string { return fs.readFileSync('CANARY_FILE', 'utf8'); }`,
    ],
    [
      'ts-transpiler-input',
      'gives the transpiler text that might run in it',
      `// @ts-nocheck
/// <reference path="CANARY_FILE" />
enum E { A = process.exit(0) as any }
export function solve(n: number): unknown { return E.A; }`,
    ],
  ]),
];
