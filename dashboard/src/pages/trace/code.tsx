import { showHidden } from '@benchloop/ui';

const mostCharacters = 20_000;

/** A text as it is, in a frame that scrolls; a very long one is cut, and says so. */
export const Code = ({ label, text }: { label: string; text: string }) => (
  <div className="trace-code">
    <span className="trace-label">{label}</span>
    <pre tabIndex={0} aria-label={label}>
      {showHidden(text.slice(0, mostCharacters))}
    </pre>
    {text.length > mostCharacters ? (
      <p className="bl-note">{`${text.length - mostCharacters} more characters are in the conversation or in the export.`}</p>
    ) : null}
  </div>
);

export const pretty = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'nothing'));
