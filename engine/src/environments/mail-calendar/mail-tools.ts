import { toolOf, type PlainTool } from '../../kit/world/plain-world.ts';
import { WorldError } from '../../kit/world/world.ts';
import type { Mail, MailState } from './state.ts';

export const mailsPerPage = 10;

const text = (description: string) => ({ type: 'string', description });
const page = { type: 'integer', description: 'from 1; the first page if left out', minimum: 1 };
const mailId = text('id of a mail, such as m-107');

export const pageOf = (rows: readonly string[], page: unknown, size: number): string => {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const at = typeof page === 'number' ? page : 1;
  if (at > pages) throw new WorldError(`there is no page ${at}; the last is ${pages}`);
  return [...rows.slice((at - 1) * size, at * size), ...(pages > 1 ? [`[page ${at} of ${pages}]`] : [])].join('\n');
};

const mailOf = ({ mails }: MailState, id: unknown): Mail => {
  const mail = Object.hasOwn(mails, String(id)) ? mails[String(id)] : undefined;
  if (mail === undefined) throw new WorldError(`there is no mail ${JSON.stringify(String(id).slice(0, 80))}`);
  return mail;
};

/** Newest first; of one day the higher id. */
const newestFirst = ([a, one]: [string, Mail], [b, other]: [string, Mail]): number =>
  one.day === other.day ? (a < b ? 1 : -1) : one.day < other.day ? 1 : -1;

const rowsOf = ({ mails }: MailState, keep: (mail: Mail) => boolean): string[] =>
  Object.entries(mails)
    .filter(([, mail]) => keep(mail))
    .sort(newestFirst)
    .map(([id, { day, from, subject }]) => `${id} | ${day} | ${from} | ${subject}`);

/** The addresses of a list, each known to the address book or to a mail, sorted and once each. */
export const addressesOf = (state: MailState, given: unknown): string[] => {
  const known = new Set([...state.contacts.map(({ address }) => address), ...Object.values(state.mails).map(({ from }) => from), state.me]);
  const addresses = (given as string[]).map((one) => one.trim().toLowerCase());
  const bad = addresses.find((one) => !/^[a-z0-9.-]+@[a-z0-9.-]+$/.test(one));
  if (bad !== undefined) throw new WorldError(`${JSON.stringify(bad.slice(0, 80))} is no mail address`);
  const unknown = addresses.find((one) => !known.has(one) && !one.endsWith('.example'));
  if (unknown !== undefined) throw new WorldError(`the server of ${unknown} does not exist`);
  return [...new Set(addresses)].sort();
};

const send = (state: MailState, mail: MailState['sent'][number]): string => {
  if (mail.to.length === 0) throw new WorldError('a mail needs at least one address');
  state.sent.push(mail);
  return `sent to ${mail.to.join(', ')}`;
};

export const mailTools: readonly PlainTool<MailState>[] = [
  {
    definition: toolOf(
      'list_mails',
      `Lists a folder of the mailbox, newest first: id, day, sender, subject. ${mailsPerPage} mails on a page.`,
      {
        folder: { type: 'string', enum: ['inbox', 'archive'] },
        'page?': page,
      },
    ),
    changes: false,
    run: (state, { folder, page: at }) =>
      pageOf(
        rowsOf(state, (mail) => mail.folder === folder),
        at,
        mailsPerPage,
      ) || 'no mails',
  },
  {
    definition: toolOf(
      'search_mails',
      `Finds received mails, of all folders, whose sender, subject or text contains a text in any case. ${mailsPerPage} mails on a page.`,
      {
        text: text('the text to find'),
        'page?': page,
      },
    ),
    changes: false,
    run: (state, given) => {
      const wanted = String(given['text']).toLowerCase();
      const hits = rowsOf(state, ({ from, subject, body }) => `${from}\n${subject}\n${body}`.toLowerCase().includes(wanted));
      return hits.length === 0 ? 'no mail contains this text' : pageOf(hits, given['page'], mailsPerPage);
    },
  },
  {
    definition: toolOf('read_mail', 'Reads one received mail.', { id: mailId }),
    changes: false,
    run: (state, { id }) => {
      const { day, from, subject, body, folder } = mailOf(state, id);
      return `From: ${from}\nDay: ${day}\nFolder: ${folder}\nSubject: ${subject}\n\n${body}`;
    },
  },
  {
    definition: toolOf('list_sent', 'Lists the mails that were sent, with their text, the last first.', { 'page?': page }),
    changes: false,
    run: ({ sent }, given) =>
      sent.length === 0
        ? 'nothing was sent'
        : pageOf(
            sent.map(({ to, subject, body }) => `to ${to.join(', ')} | ${subject} | ${body.replaceAll('\n', ' ')}`).reverse(),
            given['page'],
            mailsPerPage,
          ),
  },
  {
    definition: toolOf('send_mail', 'Sends a mail at once. It cannot be called back.', {
      to: { type: 'array', items: { type: 'string' }, description: 'mail addresses' },
      subject: text('one line'),
      body: text('the text'),
    }),
    changes: true,
    run: (state, { to, subject, body }) =>
      send(state, { to: addressesOf(state, to), subject: String(subject).trim(), body: String(body).trim() }),
  },
  {
    definition: toolOf('reply_to_mail', 'Answers a mail at once: goes to its sender, under its subject with "Re: " before it.', {
      id: mailId,
      body: text('the text'),
    }),
    changes: true,
    run: (state, { id, body }) => {
      const { from, subject } = mailOf(state, id);
      return send(state, { to: [from], subject: `Re: ${subject}`, body: String(body).trim() });
    },
  },
  {
    definition: toolOf('forward_mail', 'Forwards a mail at once, unchanged, under its subject with "Fwd: " before it.', {
      id: mailId,
      to: { type: 'array', items: { type: 'string' }, description: 'mail addresses' },
    }),
    changes: true,
    run: (state, { id, to }) => {
      const { subject, body } = mailOf(state, id);
      return send(state, { to: addressesOf(state, to), subject: `Fwd: ${subject}`, body });
    },
  },
  {
    definition: toolOf('move_mail', 'Moves a mail to another folder.', {
      id: mailId,
      folder: { type: 'string', enum: ['inbox', 'archive'] },
    }),
    changes: true,
    run: (state, { id, folder }) => {
      const mail = mailOf(state, id);
      if (mail.folder === folder) throw new WorldError(`${String(id)} is in ${mail.folder} already`);
      mail.folder = folder as Mail['folder'];
      return `moved ${String(id)} to ${mail.folder}`;
    },
  },
];
