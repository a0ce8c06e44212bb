import type { HiddenTest } from '@benchloop/spec';
import { onOneLine } from '@benchloop/ui';

const Test = ({ test: { name, passed, calls } }: { test: HiddenTest }) => (
  <details open={!passed}>
    <summary>
      <span className={passed ? 'bl-outcome-passed' : 'bl-outcome-failed'}>
        <span aria-hidden="true">{passed ? '✓' : '✗'}</span>
        <span className="bl-hidden">{passed ? 'passed' : 'failed'}</span>
      </span>{' '}
      {onOneLine(name)}
    </summary>
    <table className="trace-table">
      <caption className="bl-hidden">{`Calls of ${onOneLine(name)}`}</caption>
      <thead>
        <tr>
          <th scope="col">call</th>
          <th scope="col">expected</th>
          <th scope="col">actual</th>
        </tr>
      </thead>
      <tbody>
        {calls.map(({ input, expected, actual, holds }, place) => (
          <tr key={place} className={holds ? '' : 'trace-fails'}>
            <td>{onOneLine(input)}</td>
            <td>{onOneLine(expected)}</td>
            <td>{`${holds ? '' : '✗ '}${onOneLine(actual)}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);

/** The hidden tests of a program: what each call should return beside what it did. Failed ones are open. */
export const HiddenTests = ({ tests }: { tests: readonly HiddenTest[] }) => (
  <section aria-label="Hidden tests">
    <h3>Hidden tests</h3>
    <p className="bl-note">{`${tests.filter(({ passed }) => passed).length} of ${tests.length} hold. The program was run when the trial was made; nothing is run to show this.`}</p>
    {tests.map((test) => (
      <Test key={test.name} test={test} />
    ))}
  </section>
);
