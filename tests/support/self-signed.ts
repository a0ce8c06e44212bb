import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export type SelfSigned = { key: string; cert: string };

const tlv = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: readonly Uint8Array[]): Buffer => tlv(0x30, ...parts);

const base128 = (value: number): number[] => [
  ...(value >= 128 ? base128(Math.floor(value / 128)).map((byte) => byte | 0x80) : []),
  value % 128,
];
const objectId = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tlv(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
};

const utcTime = (date: Date): Buffer => tlv(0x17, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/gu, '').slice(2, 14)}Z`));
const day = 86_400_000;

const alternativeName = (host: string): Buffer =>
  /^[\d.]+$/u.test(host) ? tlv(0x87, Buffer.from(host.split('.').map(Number))) : tlv(0x82, Buffer.from(host));

const isTrue = tlv(0x01, Buffer.from([0xff]));

/** A certificate for these hosts that nobody has signed but its own key (RFC 5280), valid for a day around now. */
export const makeSelfSigned = (hosts: readonly string[]): SelfSigned => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(objectId('1.2.840.10045.4.3.2'));
  const name = sequence(tlv(0x31, sequence(objectId('2.5.4.3'), tlv(0x0c, Buffer.from('A server of a test')))));
  const extensions = sequence(
    sequence(objectId('2.5.29.17'), tlv(0x04, sequence(...hosts.map(alternativeName)))),
    sequence(objectId('2.5.29.19'), isTrue, tlv(0x04, sequence(isTrue))),
  );
  const content = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1, ...randomBytes(8)])),
    algorithm,
    name,
    sequence(utcTime(new Date(Date.now() - day)), utcTime(new Date(Date.now() + day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, extensions),
  );
  const signature = sign('sha256', content, privateKey);
  const der = sequence(content, algorithm, tlv(0x03, Buffer.from([0]), signature));
  const lines = der.toString('base64').match(/.{1,64}/gu) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
};
