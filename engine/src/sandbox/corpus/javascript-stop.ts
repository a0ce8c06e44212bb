import { programsOf } from './program.ts';

/** JavaScript and TypeScript programs that never end by themselves or want more than there is. */
export const javascriptStop = [
  ...programsOf('javascript', 'stop', [
    ['js-loop', 'loops for ever', `function solve(n) { for (;;) {} }`],
    [
      'js-loop-catching',
      'loops for ever and catches everything',
      `function solve(n) { for (;;) { try { for (;;) {} } catch (e) {} finally { continue; } } }`,
    ],
    ['js-loop-at-load', 'loops for ever while it is loaded', `for (;;) {}`],
    [
      'js-memory-bomb',
      'fills the memory with arrays',
      `function solve(n) { const held = []; for (;;) held.push(new Array(1e5).fill(1)); }`,
    ],
    [
      'js-memory-bomb-catching',
      'fills the memory, catches the error and goes on',
      `function solve(n) { const held = []; for (;;) { try { held.push('x'.repeat(1e6) + held.length); } catch (e) {} } }`,
    ],
    ['js-buffers', 'fills the memory with buffers', `function solve(n) { const held = []; for (;;) held.push(new ArrayBuffer(1e8)); }`],
    ['js-regex', 'matches a pattern that backtracks for ever', `function solve(n) { return /^(a+)+$/.test('a'.repeat(40) + 'b'); }`],
    ['js-recursion', 'recurses without a limit', `function solve(n) { return solve(n + 1) + 1; }`],
    ['js-native-recursion', 'recurses through the engine’s own functions', `function solve(n) { const f = () => [1].map(f); return f(); }`],
    [
      'js-huge-join',
      'keeps the engine busy inside one native call',
      `function solve(n) { return new Array(5e7).fill('abc').join('').length; }`,
    ],
    ['js-bigint', 'squares a number for ever', `function solve(n) { let b = 3n; for (;;) b = b * b; }`],
    ['js-output', 'prints without end', `function solve(n) { for (;;) console.log('x'.repeat(1e5)); }`],
    [
      'js-promise-jobs',
      'makes promise jobs without end',
      `function solve(n) { const again = () => Promise.resolve().then(again); again(); return new Promise(() => {}); }`,
    ],
    [
      'js-timers',
      'sets timers without end',
      `function solve(n) { return new Promise(() => { const again = () => setTimeout(again, 1e6); again(); }); }`,
    ],
    ['js-never', 'gives back a promise that never settles', `function solve(n) { return new Promise(() => {}); }`],
    ['js-thenable', 'gives back a thenable that never ends', `function solve(n) { return { then(done) { for (;;) {} } }; }`],
    [
      'js-proxy-keys',
      'gives back a proxy with endless keys',
      `function solve(n) { return [new Proxy({}, { ownKeys() { const keys = []; for (let i = 0; i < 1e9; i++) keys.push('k' + i); return keys; } })]; }`,
    ],
    ['js-endless-getter', 'gives back an object whose property never ends', `function solve(n) { return [{ get x() { for (;;) {} } }]; }`],
    ['js-huge-result', 'gives back a huge text', `function solve(n) { return 'x'.repeat(5e6); }`],
    ['js-sparse-result', 'gives back an array of huge length', `function solve(n) { const a = []; a.length = 4e9; return a; }`],
    ['js-deep-result', 'gives back a deep array', `function solve(n) { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a; }`],
    ['js-cyclic-result', 'gives back an object that holds itself', `function solve(n) { const a = {}; a.a = a; return a; }`],
    ['js-endless-message', 'throws an error whose text never ends', `function solve(n) { throw { get message() { for (;;) {} } }; }`],
  ]),
  ...programsOf('typescript', 'stop', [
    [
      'ts-deep-source',
      'gives the transpiler deeply nested text',
      `export const solve = (n: number) => ${'('.repeat(20000)}1${')'.repeat(20000)};`,
    ],
    ['ts-loop', 'loops for ever', `export function solve(n: number): never { for (;;) {} }`],
  ]),
];
