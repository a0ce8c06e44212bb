import { Link, useParams } from '@tanstack/react-router';
import { Empty, Loading } from '../../shell/problem.tsx';
import { docNames, useDoc } from './data.ts';
import { Markdown } from './markdown.tsx';

const sayName = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;

const DocText = ({ name }: { name: string }) => {
  const { data } = useDoc(name);
  if (data === undefined) return <Loading what="the docs" />;
  if (data === null)
    return (
      <Empty isPage title="There is no such page">
        <Link to="/docs">All pages of the docs</Link>
      </Empty>
    );
  return (
    <article className="app-doc">
      <Markdown text={data} />
    </article>
  );
};

/** The docs of this build, read without a network. */
export const DocsView = () => {
  const { name }: { name?: string } = useParams({ strict: false });
  return (
    <div className="app-docs">
      <nav aria-label="Docs">
        <ul className="app-plain">
          {docNames.map((one) => (
            <li key={one}>
              <Link to={`/docs/${one}`} activeProps={{ 'aria-current': 'page' }}>
                {sayName(one)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {name === undefined ? (
        <div className="app-doc">
          <h1>Docs</h1>
          <p>
            These pages came with the program and need no network. <code>bench-loop --help</code> lists all commands.
          </p>
        </div>
      ) : (
        <DocText name={name} />
      )}
    </div>
  );
};
