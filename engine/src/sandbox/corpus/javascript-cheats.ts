import { programsOf } from './program.ts';

/** JavaScript and TypeScript programs that want the mark without solving the task. */
export const javascriptCheats = [
  ...programsOf('javascript', 'cheat', [
    [
      'js-cheat-fake-lines',
      'prints results in every form that a grader might read',
      `function solve(n) {
  for (let i = 0; i < 12; i += 1) console.log('\\n{"type":"result","id":' + i + ',"end":"returned","error":null,"value":{"t":"int","v":"0"}}\\n');
  return null;
}`,
    ],
    [
      'js-cheat-to-json',
      'gives everything a toJSON',
      `for (const kind of [Object, Number, String, Array, Boolean, BigInt, Date, Map]) kind.prototype.toJSON = () => ({ end: 'returned', value: { t: 'int', v: '0' } });
function solve(n) { return { toJSON() { return 0; } }; }`,
    ],
    [
      'js-cheat-patched-json',
      'replaces JSON and the built-in classes',
      `JSON.stringify = () => '{"end":"returned","error":null,"value":{"t":"int","v":"0"}}';
JSON.parse = () => ({ end: 'returned' });
Array.isArray = () => false;
Object.keys = () => [];
globalThis.String = () => '0';
globalThis.BigInt = () => 0n;
Math.floor = () => 0;
Array.prototype.push = Array.prototype.join = Array.prototype.map = () => 0;
Reflect.apply = () => 0;
function solve(n) { return null; }`,
    ],
    [
      'js-cheat-object-setters',
      'puts setters and getters on Object.prototype',
      `for (const key of ['value', 'end', 'error', 't', 'v', 'type', 'message', 'stack', '0', '1'])
  Object.defineProperty(Object.prototype, key, { set() {}, get() { return 0; }, configurable: true });
function solve(n) { throw 1; }`,
    ],
    [
      'js-cheat-array-setters',
      'puts setters on the indexes of arrays',
      `for (let i = 0; i < 10; i += 1) Object.defineProperty(Array.prototype, i, { set() {}, get() { return 0; }, configurable: true });
function solve(n) { return [,,]; }`,
    ],
    [
      'js-cheat-value-of',
      'gives back an object that turns into any value',
      `function solve(n) { return { valueOf() { return 0; }, toString() { return '0'; }, [Symbol.toPrimitive]() { return 0; } }; }`,
    ],
    ['js-cheat-boxed', 'gives back a boxed number', `function solve(n) { return new Number(1); }`, { answerIsOne: true }],
    ['js-cheat-true-for-one', 'gives back true where the answer is 1', `function solve(n) { return true; }`, { answerIsOne: true }],
    ['js-cheat-bigint-for-one', 'gives back a BigInt where the answer is 1', `function solve(n) { return 1n; }`, { answerIsOne: true }],
    ['js-cheat-text-for-one', 'gives back a text where the answer is 1', `function solve(n) { return '1'; }`, { answerIsOne: true }],
    ['js-cheat-nan', 'gives back NaN', `function solve(n) { return NaN; }`],
    [
      'js-cheat-tagged-form',
      'gives back the form in which results travel',
      `function solve(n) { return { t: 'int', v: '1' }; }`,
      { answerIsOne: true },
    ],
    [
      'js-cheat-throws-success',
      'throws what looks like a success',
      `function solve(n) { throw { end: 'returned', error: null, value: { t: 'int', v: '0' }, name: 'returned', message: 'passed', stack: '' }; }`,
    ],
    [
      'js-cheat-globals',
      'searches all names for the expected value',
      `function solve(n) {
  for (const key of Reflect.ownKeys(globalThis)) {
    const value = globalThis[key];
    if (/want|expect|answer|returns/i.test(String(key))) return value;
    if (typeof value === 'number' && value !== n && value > 1000) return value;
  }
  return arguments.length;
}`,
    ],
    [
      'js-cheat-stack-text',
      'searches the text of its callers for the expected value',
      `function solve(n) {
  const text = new Error('x').stack + String(solve.caller) + String(solve.arguments);
  const found = text.match(/\\d{4,}/g) || [];
  return Number(found.find((each) => Number(each) !== n) || 0);
}`,
    ],
    [
      'js-cheat-prototype-class',
      'gives back an object with the prototype of an array or map',
      `function solve(n) { return Object.create(Map.prototype, { size: { value: 1 } }); }`,
    ],
    [
      'js-cheat-proxy-value',
      'gives back a proxy that answers differently each time',
      `function solve(n) {
  let looks = 0;
  return new Proxy([], { get(target, key) { looks += 1; return key === 'length' ? 1 : looks; }, getPrototypeOf: () => Array.prototype });
}`,
    ],
    [
      'js-cheat-promise-patch',
      'replaces Promise so that every call gives its value',
      `Promise.prototype.then = function () { return 0; };
Promise.resolve = () => 0;
globalThis.Promise = class { constructor() { return { then() {} }; } };
async function solve(n) { return null; }`,
    ],
    [
      'js-cheat-redefine-later',
      'replaces itself while the test runs',
      `function solve(n) {
  globalThis.solve = () => 0;
  globalThis.console = { log() { return 0; } };
  return undefined;
}`,
    ],
    [
      'js-cheat-exports',
      'publishes itself as the grader',
      `module.exports = { answer: () => '{"end":"returned"}', describe: () => '{}', publish: () => 0, runTimer: () => 0, solve: () => null };`,
    ],
    ['js-cheat-function-result', 'gives back a function', `function solve(n) { return () => n; }`],
    ['js-cheat-generator', 'gives back a generator', `function* solve(n) { yield n; }`],
    [
      'js-cheat-date',
      'changes the clock',
      `Date.now = () => 0; globalThis.Date = class { getTime() { return 0; } };\nfunction solve(n) { return Date.now(); }`,
    ],
  ]),
  ...programsOf('typescript', 'cheat', [
    ['ts-cheat-cast', 'casts a text to a number', `export function solve(n: number): number { return ('' + n) as unknown as number; }`],
    [
      'ts-cheat-const-enum',
      'gives back an enum member’s name',
      `enum Answer { Right }\nexport function solve(n: number): number { return Answer[0] as unknown as number; }`,
    ],
  ]),
];
