import type { Random } from '../../../kit/random.ts';
import { defineExtraction, type ExtractionFamily } from '../extraction.ts';
import { codesOf, dayOf, digitsOf } from '../pools.ts';
import { found, foundAll } from '../reading.ts';
import { code, date, integer, option, orNull, rows, text, type Data, type Fields } from '../shape.ts';
import { jobLog } from './job-log.ts';
import { messages, timesOf, timeText } from './log-lines.ts';

const services = ['billing', 'search', 'mailer', 'gateway', 'archive', 'ledger'] as const;
const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const paths = ['/api/orders', '/api/users/me', '/health', '/static/logo.svg', '/api/reports/weekly', '/login'] as const;

const addressOf = (random: Random): string => [10, random.int(0, 250), random.int(0, 250), random.int(1, 250)].join('.');
const access = defineExtraction({
  shape: {
    client: code('address of the client'),
    date: date('day of the request'),
    time: code('time of the request as HH:MM:SS'),
    method: option('method', methods),
    path: code('path without the query'),
    status: integer('status of the reply'),
    bytes: integer('size of the reply'),
  },
  draw: (random) => ({
    client: addressOf(random),
    proxy: addressOf(random),
    day: dayOf(random),
    second: random.int(3600, 80_000),
    method: random.pick(methods),
    path: random.pick(paths),
    query: random.chance(0.5) ? `?page=${random.int(2, 90)}` : '',
    status: random.pick([200, 201, 301, 403, 404, 500]),
    bytes: random.int(600, 90_000),
  }),
  ask: () => 'Read this line of an access log.',
  write: ({ client, proxy, day, second, method, path, query, status, bytes }) =>
    `${day}T${timeText(second)}Z proxy=${proxy} client=${client} "${method} ${path}${query} HTTP/1.1" status=${status} bytes=${bytes} agent="curl/8.${bytes % 9}"`,
  key: ({ client, day, second, method, path, status, bytes }) => ({
    client,
    date: day,
    time: timeText(second),
    method,
    path,
    status,
    bytes,
  }),
  read: (document) => {
    const [stamp = '', , client = '', method = '', target = ''] = document.split(' ');
    return {
      client: client.replace('client=', ''),
      date: stamp.slice(0, 10),
      time: stamp.slice(11, 19),
      method: method.slice(1),
      path: target.split('?')[0] ?? '',
      status: Number(found(document, /status=(\d+)/)),
      bytes: Number(found(document, /bytes=(\d+)/)),
    };
  },
  decoys: ({ proxy, client }, key) => (proxy === client ? [] : [{ name: 'the proxy for the client', answer: { ...key, client: proxy } }]),
});

type Entry = { second: number; level: 'INFO' | 'WARN' | 'ERROR'; service: string; message: string; code: string | null };

const errors = defineExtraction({
  shape: {
    date: date('day of the log'),
    errors: rows('every entry of the level ERROR', {
      time: code('HH:MM:SS'),
      service: code('service'),
      message: text('message without the code'),
      code: orNull(code('code that stands in brackets behind the message')),
    }),
    warnings: integer('number of entries of the level WARN'),
  },
  draw: (random) => {
    const times = timesOf(random, 12);
    const codes = codesOf(random, 'E', 12, 4);
    const entries = times.map((second, at): Entry => ({
      second,
      level: random.pick(['INFO', 'INFO', 'WARN']),
      service: random.pick(services),
      message: random.pick(messages),
      code: random.chance(0.5) ? (codes[at] ?? null) : null,
    }));
    return {
      day: dayOf(random),
      entries: entries.map((entry, at): Entry => ([2, 5, 6, 10].includes(at) ? { ...entry, level: 'ERROR' } : entry)),
    };
  },
  ask: () => 'Read this log.',
  write: ({ day, entries }) =>
    [
      `log of ${day}`,
      ...entries.map(
        ({ second, level, service, message, code: number }) =>
          `${timeText(second)} ${level.padEnd(5)} ${service}: ${message}${number === null ? '' : ` [${number}]`}`,
      ),
    ].join('\n'),
  key: ({ day, entries }) => ({
    date: day,
    errors: entries
      .filter(({ level }) => level === 'ERROR')
      .map(({ second, service, message, code: number }): Data => ({ time: timeText(second), service, message, code: number })),
    warnings: entries.filter(({ level }) => level === 'WARN').length,
  }),
  read: (document) => ({
    date: found(document, /log of (\S+)/),
    errors: foundAll(document, /^(\S+) ERROR (\w+): ([^[\n]+?)(?: \[(.+)\])?$/gm).map(
      ([time = '', service = '', message = '', number = '']) => ({
        time,
        service,
        message,
        code: number || null,
      }),
    ),
    warnings: document.split(' WARN ').length - 1,
  }),
  decoys: ({ entries }, key) => {
    const { second, service, message, code: number } = entries.find(({ level }) => level !== 'ERROR') as Entry;
    return [
      {
        name: 'an entry of another level too',
        answer: { ...key, errors: [...(key['errors'] as Data[]), { time: timeText(second), service, message, code: number }] },
      },
    ];
  },
});

type Request = {
  id: string;
  user: string | null;
  method: string;
  path: string;
  start: number;
  millis: number;
  status: number;
  retries: number;
  fault: string | null;
};

const drawRequest = (random: Random, id: string, from: number): Request => {
  const status = random.pick([200, 204, 404, 502, 503]);
  return {
    id,
    user: random.chance(0.6) ? `u${digitsOf(random, 4)}` : null,
    method: random.pick(methods),
    path: random.pick(paths),
    start: from + random.int(0, 3),
    millis: random.int(1100, 9800),
    status,
    retries: random.int(1, 4),
    fault: status >= 500 ? random.pick(messages) : null,
  };
};

/** The lines of a request with the millisecond at which each was written. */
const linesOf = ({ id, user, method, path, start, millis, status, retries, fault }: Request): [number, string][] => {
  const at = (share: number) => Math.floor(start * 1000 + millis * share);
  return [
    [at(0), `req=${id} begin ${method} ${path}`],
    ...(user === null ? [] : [[at(0.02), `req=${id} signed in as ${user}`] as [number, string]]),
    ...Array.from({ length: retries }, (_, index): [number, string] => [
      at(0.1 + index * 0.2),
      `req=${id} upstream slow, try ${index + 2}`,
    ]),
    ...(fault === null ? [] : [[at(0.95), `req=${id} fault: ${fault}`] as [number, string]]),
    [at(1), `req=${id} end ${status} after ${(millis / 1000).toFixed(3)} s`],
  ];
};

const interleaved = defineExtraction({
  shape: {
    request: code('id of the request'),
    user: orNull(code('who was signed in')),
    method: option('method', methods),
    path: code('path'),
    begin: code('time of its first line as HH:MM:SS, without fractions'),
    duration_ms: integer('how long it took, in milliseconds'),
    tries: integer('how many tries it took in all, the first one included'),
    status: integer('status at its end'),
    fault: orNull(text('text of its fault')),
  },
  draw: (random) => {
    const from = random.int(3600, 70_000);
    return { requests: codesOf(random, 'q', 5, 5).map((id) => drawRequest(random, id, from)), wanted: random.int(0, 4) };
  },
  ask: ({ requests, wanted }) => `Several requests run at once in this log. Read request ${requests[wanted]?.id}.`,
  write: ({ requests }) =>
    requests
      .flatMap(linesOf)
      .toSorted(([a], [b]) => a - b)
      .map(([millis, line]) => `${timeText(Math.floor(millis / 1000))}.${String(millis % 1000).padStart(3, '0')} ${line}`)
      .join('\n'),
  key: ({ requests, wanted }) => {
    const { id, user, method, path, start, millis, status, retries, fault } = requests[wanted] as Request;
    return { request: id, user, method, path, begin: timeText(start), duration_ms: millis, tries: retries + 1, status, fault };
  },
  read: (document, ask) => {
    const id = found(ask, /Read request (\S+)\./);
    const record: Fields = { request: id, user: null, tries: 1, fault: null };
    for (const line of document.split('\n').filter((one) => one.includes(`req=${id} `))) {
      const words = line.split(' ');
      if (words[2] === 'begin') Object.assign(record, { begin: line.slice(0, 8), method: words[3], path: words[4] });
      if (words[2] === 'signed') record['user'] = words[5] ?? null;
      if (words[2] === 'upstream') record['tries'] = Number(words[5]);
      if (words[2] === 'fault:') record['fault'] = words.slice(3).join(' ');
      if (words[2] === 'end') Object.assign(record, { status: Number(words[3]), duration_ms: Number((words[5] ?? '').replace('.', '')) });
    }
    return record;
  },
  decoys: ({ requests, wanted }, key) => {
    const other = requests[(wanted + 1) % 5] as Request;
    return [{ name: 'the duration of another request', answer: { ...key, duration_ms: other.millis + 10_000 } }];
  },
});

export const serverLogs: ExtractionFamily = {
  id: 'server-logs',
  tags: ['log', 'interleaved', 'list-of-objects'],
  levels: [
    ['easy', access],
    ['medium', errors],
    ['hard', interleaved],
    ['extreme', jobLog],
  ],
};
