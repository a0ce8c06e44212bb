import { sayCount, sayDuration, sayRate, showHidden } from '@benchloop/ui';
import type { Answer, Exchange } from './conversation.ts';

const timesOf = ({ times, finish }: Answer): string =>
  [
    times.ttftMs === null ? null : `TTFT ${sayDuration(times.ttftMs)}`,
    times.tokensPerSecond === null ? null : `${times.isLive ? 'about ' : ''}${sayRate(times.tokensPerSecond)}`,
    times.completionTokens === null ? null : `${times.completionTokens} ${times.isLive ? 'pieces' : 'tokens'}`,
    finish === 'length' ? 'cut at the token limit' : null,
  ]
    .filter((part) => part !== null)
    .join(' · ');

/** Without the empty lines that templates put around thinking and answers. */
const shown = (text: string): string => showHidden(text.trim());

const AnswerView = ({ answer }: { answer: Answer }) => (
  <div className="chat-answer">
    {answer.reasoning.trim() === '' ? null : (
      <details className="chat-thinking">
        <summary>{`Thinking (${sayCount(answer.reasoning.trim().length, 'character')})`}</summary>
        <div className="chat-text">{shown(answer.reasoning)}</div>
      </details>
    )}
    {answer.text.trim() === '' ? null : <div className="chat-text">{shown(answer.text)}</div>}
    {answer.tools.map(({ id, name, argumentsText, result, isError }, place) => (
      <div key={`${id} ${place}`} className="chat-tool">
        <code>{`${name}(${showHidden(argumentsText)})`}</code>
        <code>{`${isError ? 'error: ' : '→ '}${result}`}</code>
      </div>
    ))}
    <p className="chat-times">{timesOf(answer)}</p>
  </div>
);

/** A message of the person and what came back. Text of a model is shown as text, whatever it holds. */
export const ExchangeView = ({ exchange }: { exchange: Exchange }) => (
  <>
    <div className="chat-user">
      <span className="bl-hidden">You: </span>
      <div className="chat-text">{exchange.user}</div>
    </div>
    {exchange.answers.map((answer, place) => (
      <AnswerView key={place} answer={answer} />
    ))}
    {exchange.loading === null ? null : (
      <p className="lab-note" role="status">
        {exchange.loading}…
      </p>
    )}
    {exchange.problem === null ? null : (
      <p role="alert">
        {exchange.problem.message} {exchange.problem.nextStep}
      </p>
    )}
    {exchange.isOver && exchange.problem === null && exchange.answers.at(-1)?.finish === null ? <p className="lab-note">Stopped.</p> : null}
    {exchange.isOver && exchange.problem === null && exchange.answers.length === 0 ? <p className="lab-note">Nothing came back.</p> : null}
  </>
);
