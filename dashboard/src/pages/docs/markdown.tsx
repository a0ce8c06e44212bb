import { Fragment, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { marked, type Token, type Tokens } from 'marked';

/** Entities as the lexer leaves them in text. */
const plain = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

const Anchor = ({ token }: { token: Tokens.Link }) => {
  const inside = <Inline tokens={token.tokens} />;
  const page = /^(?:\.\/)?([\w-]+)\.md(?:#.*)?$/u.exec(token.href)?.[1];
  if (page !== undefined) return <Link to={`/docs/${page}`}>{inside}</Link>;
  if (/^https?:\/\//u.test(token.href))
    return (
      <a href={token.href} rel="noreferrer noopener" target="_blank">
        {inside}
      </a>
    );
  return <span>{inside}</span>;
};

const pictures = import.meta.glob<string>('../../../../docs/pictures/*.png', { query: '?url', import: 'default', eager: true });

/** Pictures that came with this build; another one is its words alone, because nothing is loaded from elsewhere. */
const Picture = ({ token: { href, text } }: { token: Tokens.Image }) => {
  const source = pictures[`../../../../docs/${href}`];
  return source === undefined ? plain(text) : <img src={source} alt={plain(text)} loading="lazy" />;
};

const inlineOf = (token: Token): ReactNode => {
  switch (token.type) {
    case 'strong':
      return (
        <strong>
          <Inline tokens={token.tokens} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inline tokens={token.tokens} />
        </em>
      );
    case 'codespan':
      return <code>{plain((token as Tokens.Codespan).text)}</code>;
    case 'link':
      return <Anchor token={token as Tokens.Link} />;
    case 'image':
      return <Picture token={token as Tokens.Image} />;
    case 'br':
      return <br />;
    case 'text':
      return token.tokens === undefined ? plain((token as Tokens.Text).text) : <Inline tokens={token.tokens} />;
    default:
      return token.raw;
  }
};

const Inline = ({ tokens }: { tokens: Token[] | undefined }) => (
  <>
    {(tokens ?? []).map((token, at) => (
      <Fragment key={at}>{inlineOf(token)}</Fragment>
    ))}
  </>
);

const idOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/gu, '-');

const Heading = ({ token }: { token: Tokens.Heading }) => {
  const Tag = `h${Math.min(6, token.depth)}` as 'h1';
  return (
    <Tag id={idOf(token.text)}>
      <Inline tokens={token.tokens} />
    </Tag>
  );
};

const List = ({ token: { ordered, items } }: { token: Tokens.List }) => {
  const Tag = ordered ? 'ol' : 'ul';
  return (
    <Tag>
      {items.map((item, at) => (
        <li key={at}>
          <Blocks tokens={item.tokens} />
        </li>
      ))}
    </Tag>
  );
};

const Table = ({ token: { header, rows } }: { token: Tokens.Table }) => (
  <div
    className="bl-table-frame"
    tabIndex={0}
    role="region"
    aria-label={`Table: ${header.map(({ text }) => text).join(', ')}, ${rows.length} rows, first ${rows[0]?.[0]?.text ?? ''}`}
  >
    <table className="bl-table bl-table-compact">
      <thead>
        <tr>
          {header.map((cell, at) => (
            <th key={at} scope="col">
              <Inline tokens={cell.tokens} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={line}>
            {row.map((cell, at) => (
              <td key={at}>
                <Inline tokens={cell.tokens} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const blockOf = (token: Token): ReactNode => {
  switch (token.type) {
    case 'space':
      return null;
    case 'heading':
      return <Heading token={token as Tokens.Heading} />;
    case 'paragraph':
      return (
        <p>
          <Inline tokens={token.tokens} />
        </p>
      );
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={token.tokens ?? []} />
        </blockquote>
      );
    case 'list':
      return <List token={token as Tokens.List} />;
    case 'table':
      return <Table token={token as Tokens.Table} />;
    case 'hr':
      return <hr />;
    default:
      return inlineOf(token);
  }
};

const Blocks = ({ tokens }: { tokens: Token[] }) => (
  <>
    {tokens.map((token, at) => (
      <Fragment key={at}>{blockOf(token)}</Fragment>
    ))}
  </>
);

/** Markdown as elements: what it holds of HTML is shown as text, and nothing is loaded from elsewhere. */
export const Markdown = ({ text }: { text: string }) => <Blocks tokens={marked.lexer(text)} />;
