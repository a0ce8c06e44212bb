import { mostIntegerBits, mostValueBytes, mostValueDepth, mostValueNodes } from '../limits.ts';

/**
 * Runs in the realm before the program and leaves it no name: what it needs later is kept in its closure, results are built as text
 * only, and the functions that read a value are held by the host. Clock and randomness are the same in every run.
 */
export const preludeSource = `(() => {
  'use strict';
  const { stringify } = JSON;
  const { keys, getPrototypeOf, prototype: objectPrototype, is, defineProperty } = Object;
  const { isArray } = Array;
  const { apply, construct } = Reflect;
  const { floor } = Math;
  const mapEach = Map.prototype.forEach, setEach = Set.prototype.forEach, mapSize = Object.getOwnPropertyDescriptor(Map.prototype, 'size').get;
  const setSize = Object.getOwnPropertyDescriptor(Set.prototype, 'size').get;
  const isBytes = Object.getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
  const text = String, big = BigInt, DateOf = Date, shift = BigInt.asUintN;
  const mapPrototype = Map.prototype, setPrototype = Set.prototype, arrayPrototype = Array.prototype, bytesPrototype = Uint8Array.prototype;

  let nowMs = 1767225600000, looks = 0;
  const now = () => { looks += 1; if (looks % 1000 === 0) nowMs += 1; return nowMs; };
  function FixedDate(...parts) {
    if (new.target === undefined) return text(construct(DateOf, [now()]));
    return construct(DateOf, parts.length === 0 ? [now()] : parts, new.target);
  }
  FixedDate.now = now; FixedDate.parse = DateOf.parse; FixedDate.UTC = DateOf.UTC; FixedDate.prototype = DateOf.prototype;
  defineProperty(FixedDate, 'name', { value: 'Date', configurable: true });
  defineProperty(FixedDate, 'length', { value: 7, configurable: true });
  defineProperty(DateOf.prototype, 'constructor', { value: FixedDate, writable: true, configurable: true });
  globalThis.Date = FixedDate;
  let state = 0x9e3779b9;
  const next = () => { state ^= state << 13; state ^= state >>> 17; state ^= state << 5; return (state >>> 0) / 4294967296; };
  Math.random = function random() { return next() * 0.99999 + next() * 0.00001; };
  delete globalThis.performance;

  let size = 0, nodes = 0, foreign = '';
  const nameOf = (v) => {
    try {
      const made = getPrototypeOf(v);
      const name = made === null ? 'null prototype' : made.constructor.name;
      return typeof name === 'string' ? name : typeof v;
    } catch { return typeof v; }
  };
  const tooLarge = (why) => { throw why; };
  const put = (part) => { size += part.length; if (size > ${mostValueBytes}) tooLarge('the value is too large'); return part; };
  const other = (name) => { if (foreign === '') foreign = name === '' ? 'unnamed' : name; return put('{"t":"other","v":' + stringify(name) + '}'); };
  const tag = (v, depth) => {
    nodes += 1;
    if (nodes > ${mostValueNodes}) tooLarge('the value is too large');
    if (depth > ${mostValueDepth}) tooLarge('the value is nested too deeply');
    if (v === null) return put('{"t":"none"}');
    const kind = typeof v;
    if (kind === 'undefined') return put('{"t":"undefined"}');
    if (kind === 'boolean') return put(v ? '{"t":"bool","v":true}' : '{"t":"bool","v":false}');
    if (kind === 'string') { if (v.length > ${mostValueBytes}) tooLarge('the value is too large'); return put('{"t":"text","v":' + stringify(v) + '}'); }
    if (kind === 'number') {
      if (v !== v) return put('{"t":"float","v":"nan"}');
      if (v === 1 / 0 || v === -1 / 0) return put(v > 0 ? '{"t":"float","v":"inf"}' : '{"t":"float","v":"-inf"}');
      if (is(v, -0)) return put('{"t":"float","v":"-0"}');
      return put(floor(v) === v ? '{"t":"int","v":"' + text(big(v)) + '"}' : '{"t":"float","v":"' + text(v) + '"}');
    }
    if (kind === 'bigint') {
      if (v !== shift(${mostIntegerBits}, v < 0n ? -v : v) && -v !== shift(${mostIntegerBits}, v < 0n ? -v : v)) tooLarge('the whole number is too large');
      return put('{"t":"bigint","v":"' + text(v) + '"}');
    }
    if (kind !== 'object') return other(kind);
    const made = getPrototypeOf(v);
    let out = '', first = true;
    if (isArray(v)) {
      if (made !== arrayPrototype) return other(nameOf(v));
      out = put('{"t":"list","v":[');
      const length = v.length;
      for (let i = 0; i < length; i += 1) { if (i > 0) out += ','; out += tag(v[i], depth + 1); }
      return out + put(']}');
    }
    if (made === mapPrototype) {
      try { apply(mapSize, v, []); } catch { return other('Map'); }
      out = put('{"t":"dict","v":[');
      apply(mapEach, v, [(x, k) => { out += (first ? '[' : ',[') + tag(k, depth + 1) + ',' + tag(x, depth + 1) + ']'; first = false; }]);
      return out + put(']}');
    }
    if (made === setPrototype) {
      try { apply(setSize, v, []); } catch { return other('Set'); }
      out = put('{"t":"set","v":[');
      apply(setEach, v, [(x) => { out += (first ? '' : ',') + tag(x, depth + 1); first = false; }]);
      return out + put(']}');
    }
    if (made === bytesPrototype && apply(isBytes, v, []) === 'Uint8Array') {
      out = put('{"t":"bytes","v":"');
      const digits = '0123456789abcdef';
      for (let i = 0; i < v.length; i += 1) out += put(digits[v[i] >> 4] + digits[v[i] & 15]);
      return out + put('"}');
    }
    if (made !== objectPrototype && made !== null) return other(nameOf(v));
    out = put('{"t":"dict","v":[');
    const names = keys(v);
    for (let i = 0; i < names.length; i += 1)
      out += (first ? '[' : ',[') + put('{"t":"text","v":' + stringify(names[i]) + '}') + ',' + tag(v[names[i]], depth + 1) + ']', first = false;
    return out + put(']}');
  };
  const answer = (v) => {
    size = 0; nodes = 0; foreign = '';
    try {
      const value = tag(v, 0);
      return foreign === ''
        ? '{"end":"returned","error":null,"value":' + value + '}'
        : '{"end":"not-plain","error":{"type":' + stringify(foreign) + ',"message":"a value of this type may not leave the sandbox","line":null},"value":' + value + '}';
    } catch (why) {
      const message = typeof why === 'string' ? why : 'the value cannot be read';
      return '{"end":"not-plain","error":{"type":' + stringify(v !== null && typeof v === 'object' ? nameOf(v) : typeof v) + ',"message":' + stringify(message) + ',"line":null},"value":null}';
    }
  };
  const join = (parts) => {
    let line = '';
    for (let i = 0; i < parts.length; i += 1) {
      const part = parts[i];
      let shown = '';
      try { shown = typeof part === 'object' && part !== null ? stringify(part) : text(part); } catch { shown = '?'; }
      line += (i > 0 ? ' ' : '') + shown;
    }
    return line + '\\n';
  };
  const consoleFor = (write) => {
    const log = (...parts) => void write(join(parts));
    globalThis.console = { log, error: log, warn: log, info: log, debug: log };
  };
  const describe = (e) => {
    const read = (key) => { try { const v = e[key]; return typeof v === 'string' ? v : ''; } catch { return ''; } };
    if (e === null || typeof e !== 'object') { let shown = ''; try { shown = text(e); } catch {} return '{"type":' + stringify(e === null ? 'null' : typeof e) + ',"message":' + stringify(shown) + ',"stack":""}'; }
    return '{"type":' + stringify(read('name') || nameOf(e)) + ',"message":' + stringify(read('message')) + ',"stack":' + stringify(read('stack')) + '}';
  };
  const module = { exports: {} };
  globalThis.module = module;
  globalThis.exports = module.exports;
  globalThis.require = (name) => { throw new Error('there is no module ' + text(name) + ' in this sandbox'); };
  const publish = () => {
    const exported = module.exports;
    if (exported === null || (typeof exported !== 'object' && typeof exported !== 'function')) return;
    const names = keys(exported);
    for (let i = 0; i < names.length; i += 1) if (!(names[i] in globalThis)) globalThis[names[i]] = exported[names[i]];
  };
  const timers = [];
  let timerId = 0;
  const setTimeout = (act, delay, ...args) => {
    timerId += 1;
    const due = nowMs + (delay > 0 ? +delay : 0);
    defineProperty(timers, timers.length, { value: { id: timerId, due, act, args }, writable: true, configurable: true, enumerable: true });
    return timerId;
  };
  const clearTimeout = (id) => { for (let i = 0; i < timers.length; i += 1) if (timers[i].id === id) timers[i].act = undefined; };
  globalThis.setTimeout = setTimeout;
  globalThis.clearTimeout = clearTimeout;
  globalThis.queueMicrotask = (act) => { new Promise((done) => done()).then(() => act()); };
  /** Runs the timer that is due next and says how many milliseconds it was slept for; -1 = there is none. */
  const runTimer = () => {
    let at = -1;
    for (let i = 0; i < timers.length; i += 1) if (timers[i].act !== undefined && (at < 0 || timers[i].due < timers[at].due)) at = i;
    if (at < 0) return -1;
    const { due, act, args } = timers[at];
    timers[at].act = undefined;
    const slept = due > nowMs ? due - nowMs : 0;
    nowMs += slept;
    if (typeof act === 'function') apply(act, undefined, args);
    return slept;
  };
  return { answer, describe, consoleFor, publish, runTimer };
})()`;
