import type { AskedCall, MadeCall, TrialStudy } from '@benchloop/spec';
import { onOneLine, showHidden } from '@benchloop/ui';

const mostCharacters = 2000;
const mostCalls = 200;

const Arguments = ({ call }: { call: AskedCall }) => (
  <>
    {call.arguments.map(({ name, wanted }) => (
      <span key={name} className="trace-argument">{`${onOneLine(name)}: ${onOneLine(wanted)}`}</span>
    ))}
    {call.otherWays.map((way) => (
      <span key={way} className="trace-argument">{`or ${onOneLine(way)}`}</span>
    ))}
  </>
);

const sayMade = ({ tool, argumentsText }: MadeCall): string => `${onOneLine(tool)} ${argumentsText.slice(0, mostCharacters)}`;

const Served = ({ asked, made }: { asked: AskedCall; made: readonly MadeCall[] }) => {
  const call = asked.servedBy === null ? undefined : made[asked.servedBy];
  const isRight = asked.fault === null;
  return (
    <td>
      <span className={isRight ? 'bl-outcome-passed' : 'bl-outcome-failed'}>
        <span aria-hidden="true">{isRight ? '✓' : '✗'}</span>
        <span className="bl-hidden">{isRight ? 'matched' : 'not matched'}</span>
      </span>{' '}
      {call === undefined ? null : (
        <span className="trace-argument">{`call ${(asked.servedBy ?? 0) + 1}: ${showHidden(sayMade(call))}`}</span>
      )}
      {asked.fault === null ? null : <span className="trace-argument">{onOneLine(asked.fault)}</span>}
    </td>
  );
};

const Others = ({ made }: { made: readonly MadeCall[] }) => {
  const others = made.flatMap((call, place) => (call.serves === null ? [{ call, place }] : []));
  if (others.length === 0) return null;
  return (
    <details open={others.length <= 10}>
      <summary>{others.length === 1 ? '1 further call' : `${others.length} further calls`}</summary>
      <ol className="trace-calls">
        {others.slice(0, mostCalls).map(({ call, place }) => (
          <li key={place} value={place + 1}>
            {`turn ${call.turn + 1}${call.ran ? '' : ', not run'}: ${showHidden(sayMade(call))}`}
          </li>
        ))}
      </ol>
      {others.length > mostCalls ? <p className="bl-note">{`and ${others.length - mostCalls} more`}</p> : null}
    </details>
  );
};

/** What calls the task asks for, which of the made ones serves each, and what else was called. */
export const AskedCalls = ({ calls: { asked, made } }: { calls: NonNullable<TrialStudy['calls']> }) => (
  <section aria-label="Asked beside made calls">
    <h3>Asked beside made calls</h3>
    {asked.length === 0 ? (
      <p>{made.length === 0 ? 'No call was due, and none was made.' : 'No call was due.'}</p>
    ) : (
      <table className="trace-table">
        <caption className="bl-hidden">Asked beside made calls</caption>
        <thead>
          <tr>
            <th scope="col">asked</th>
            <th scope="col">made</th>
          </tr>
        </thead>
        <tbody>
          {asked.map((call, place) => (
            <tr key={place}>
              <td>
                <strong>{onOneLine(call.tool)}</strong> <Arguments call={call} />
              </td>
              <Served asked={call} made={made} />
            </tr>
          ))}
        </tbody>
      </table>
    )}
    <Others made={made} />
  </section>
);
