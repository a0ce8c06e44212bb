import { inflateSync } from 'node:zlib';
import type { ModelError, ModelRequest } from '@benchloop/spec';
import { expect, test } from 'vitest';
import { plainPicture } from './picture.ts';
import { scriptedConnection, type Answer, type Script } from './testing/scripted-connection.ts';
import { findingOf, planned, tryStack } from './testing/try-stack.ts';
import { checks } from './index.ts';

const imageOf = (request: ModelRequest): Buffer | null => {
  const [message] = request.messages;
  const [image] = message?.role === 'user' ? (message.images ?? []) : [];
  return image === undefined ? null : Buffer.from(image.data, 'base64');
};

/** The first pixel, as any reader of PNG finds it. */
const pixelOf = (file: Buffer): number[] => {
  const at = file.indexOf('IDAT');
  return [...inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4))).subarray(1, 4)];
};

const seeing: Script = (request) => {
  const file = imageOf(request);
  if (file === null) return {};
  const [red = 0, , blue = 0] = pixelOf(file);
  return { text: red > blue ? 'Red.' : 'It is blue' };
};

const everything = { everything: true };
const find = (script: Script, more?: Parameters<typeof scriptedConnection>[1]) =>
  findingOf('vision', scriptedConnection(script, more), [planned('maths')], everything);
const testedOf = async (script: Script, more?: Parameters<typeof scriptedConnection>[1]) =>
  (
    await tryStack(scriptedConnection(script, more), [planned('maths')], {
      ...everything,
      checks: checks.filter(({ id }) => id === 'vision'),
    })
  ).tested;

test('a model that tells two colours can see', async () => {
  expect(await find(seeing)).toMatchObject({ level: 'ok', what: 'The colours of two pictures are told.' });
  expect(await testedOf(seeing)).toEqual({ vision: 'yes' });
});

const plain: Answer = {};
const failing =
  (error: Partial<ModelError>): Script =>
  (request) =>
    imageOf(request) === null ? plain : { error };

test.each<[string, Script, object]>([
  ['always the same word', () => ({ text: 'red' }), {}],
  ['every word', () => ({ text: 'red, green, blue or yellow' }), {}],
  ['a refusal', failing({ kind: 'bad-request', message: 'no image input', status: 400 }), { vision: 'no' }],
  ['a lost connection', failing({ kind: 'connect', message: 'lost' }), {}],
])('%s does not pass', async (_name, script, tested) => {
  expect(await find(script)).toMatchObject({ level: 'note' });
  expect(await testedOf(script)).toEqual(tested);
});

test('the embedded engine takes none, a model that says no is not asked, and no run asks', async () => {
  expect(await testedOf(seeing, { server: { place: 'embedded' } })).toEqual({ vision: 'no' });
  const capabilities = { tools: 'unknown', thinking: 'unknown', vision: 'no', system: 'unknown' } as const;
  const blind = scriptedConnection(seeing, { model: { capabilities } });
  await findingOf('vision', blind, [planned('maths')], everything);
  const run = scriptedConnection(seeing);
  await tryStack(run, [planned('maths')]);
  expect([...blind.requests, ...run.requests].filter((request) => imageOf(request) !== null)).toEqual([]);
});

test('the picture is a PNG of its colour', () => {
  const file = Buffer.from(plainPicture([1, 2, 3]).data, 'base64');
  expect(file.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(pixelOf(file)).toEqual([1, 2, 3]);
  expect(file.readUInt32BE(file.length - 4)).toBe(0xae426082);
});
