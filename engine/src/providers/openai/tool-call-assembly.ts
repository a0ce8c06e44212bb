import type { ToolCall } from '@benchloop/spec';
import { readArguments, syntheticCallId, toolCallOf } from '../../kit/tool-arguments.ts';
import { asRecord, numberOf, recordOf, textOf, type JsonRecord } from '../../kit/wire/members.ts';

type Fragment = { index: number | null; id: string | null; name: string; text: string; whole: boolean };
type Building = { index: number | null; id: string | null; name: string; text: string };

export type ToolCallAssembly = {
  /** Takes the calls of one delta or message; gives back the new text for the live stream. */
  push: (delta: JsonRecord) => string;
  end: (seed: string) => { calls: ToolCall[]; warnings: string[] };
};

const drift = 'index-drift: a call went on under another index';

const idOf = (value: unknown): string | null => (typeof value === 'number' ? String(value) : textOf(value));

const fragmentOf = (value: unknown): Fragment | null => {
  const record = asRecord(value);
  if (record === null) return null;
  const body = asRecord(record['function']) ?? record;
  const given = body['arguments'] ?? body['parameters'];
  const whole = given !== null && typeof given === 'object';
  return {
    index: numberOf(record['index']) ?? numberOf(recordOf(record, 'function')['index']),
    id: idOf(record['id']),
    name: textOf(body['name']) ?? '',
    text: whole ? JSON.stringify(given) : typeof given === 'string' ? given : '',
    whole,
  };
};

const fragmentsOf = (delta: JsonRecord): Fragment[] => {
  const list = delta['tool_calls'];
  const legacy = asRecord(delta['function_call']);
  const values = Array.isArray(list) ? list : asRecord(list) !== null ? [list] : legacy !== null ? [{ function: legacy }] : [];
  return values.map(fragmentOf).filter((fragment) => fragment !== null);
};

const isComplete = (call: Building): boolean =>
  call.text.trim().startsWith('{') && readArguments(call.text).repairs.length === 0 && readArguments(call.text).arguments !== null;

/** True when a fragment without a new id can't be a continuation of `call`. */
const startsAnother = (call: Building, fragment: Fragment): boolean => {
  if (fragment.name === '' || call.name === '') return false;
  return fragment.name !== call.name || (fragment.text.trim().startsWith('{') && isComplete(call));
};

/**
 * Puts streamed fragments of tool calls together. Index and id are both unreliable in the wild, so a fragment finds
 * its call by a known id, then a free index, then by whether the call before it is complete (wire.md 6.3).
 */
export const createToolCallAssembly = (): ToolCallAssembly => {
  const calls: Building[] = [];
  const warnings = new Set<string>();

  const start = (fragment: Fragment, warning?: string): Building => {
    if (warning !== undefined) warnings.add(warning);
    const call = { index: fragment.index, id: fragment.id, name: '', text: '' };
    calls.push(call);
    return call;
  };

  const placeById = (fragment: Fragment, id: string): Building => {
    const known = calls.findLast((call) => call.id === id);
    if (known !== undefined) {
      if (startsAnother(known, fragment)) return start({ ...fragment, id: null }, 'id-reused: one id for several calls');
      if (fragment.index !== null && known.index !== null && fragment.index !== known.index) warnings.add(drift);
      return known;
    }
    const occupant = fragment.index === null ? calls.at(-1) : calls.findLast((call) => call.index === fragment.index);
    if (occupant === undefined) return start(fragment);
    if (occupant.id === null && !startsAnother(occupant, fragment)) {
      occupant.id = id;
      return occupant;
    }
    return start(fragment, fragment.index === null ? undefined : 'index-collision: one index for several calls');
  };

  const placeByIndex = (fragment: Fragment): Building => {
    const occupant = calls.findLast((call) => call.index === fragment.index);
    if (occupant !== undefined)
      return startsAnother(occupant, fragment) ? start(fragment, 'index-collision: one index for several calls') : occupant;
    const current = calls.at(-1);
    if (fragment.name !== '' || current === undefined) return start(fragment);
    warnings.add(drift);
    return current;
  };

  const place = (fragment: Fragment): Building => {
    if (fragment.id !== null) return placeById(fragment, fragment.id);
    if (fragment.index !== null) return placeByIndex(fragment);
    const current = calls.at(-1);
    return current === undefined || startsAnother(current, fragment) ? start(fragment) : current;
  };

  const take = (fragment: Fragment): string => {
    const call = place(fragment);
    const name = call.name === '' ? fragment.name : '';
    call.name += name;
    if (fragment.whole) call.text = fragment.text;
    else call.text += fragment.text;
    return name + fragment.text;
  };

  return {
    push: (delta) => fragmentsOf(delta).map(take).join(''),
    end: (seed) => {
      const done = calls.map((call, index) =>
        toolCallOf({ id: call.id ?? syntheticCallId(seed, index), name: call.name, argumentsText: call.text }),
      );
      for (const call of done) {
        for (const repair of call.repairs) warnings.add(`repaired: ${repair} in the arguments of a call`);
        if (call.arguments === null) warnings.add('invalid-arguments: a call has no readable arguments');
        if (!/^(?!functions\.)[\w.:/-]+$/u.test(call.name)) warnings.add('odd-name: the name of a call holds more than a name');
      }
      return { calls: done, warnings: [...warnings] };
    },
  };
};
