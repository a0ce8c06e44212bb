import { thinkingSchema, type Thinking } from '@benchloop/spec';

/** What goes with each message, as it is typed. */
export type TypedOptions = {
  system: string;
  temperature: string;
  topP: string;
  seed: string;
  maxTokens: string;
  thinking: Thinking;
  tools: boolean;
};

const numberIn = (text: string, least: number, most: number): number | null => {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && Number.isFinite(value) && value >= least && value <= most ? value : null;
};

/** The options in the form of the server; null where one can't be read. */
export const readOptions = (typed: TypedOptions) => {
  const temperature = numberIn(typed.temperature, 0, 10);
  const maxTokens = numberIn(typed.maxTokens, 1, 32_768);
  const topP = typed.topP.trim() === '' ? null : numberIn(typed.topP, 0.001, 1);
  const seed = typed.seed.trim() === '' ? null : numberIn(typed.seed, 0, 2 ** 31 - 1);
  if (
    temperature === null ||
    maxTokens === null ||
    (topP === null && typed.topP.trim() !== '') ||
    (seed === null && typed.seed.trim() !== '')
  )
    return null;
  return {
    system: typed.system,
    sampling: { temperature, topP, seed: seed === null ? null : Math.floor(seed) },
    maxTokens: Math.floor(maxTokens),
    thinking: typed.thinking,
    tools: typed.tools,
  };
};

type FormProps = { typed: TypedOptions; onChange: (typed: TypedOptions) => void };

const numbers = [
  ['temperature', 'temperature'],
  ['topP', 'top p'],
  ['seed', 'seed'],
  ['maxTokens', 'most tokens'],
] as const;

export const OptionsForm = ({ typed, onChange }: FormProps) => (
  <details className="lab-panel">
    <summary>System text, sampling, thinking, tools</summary>
    <label className="lab-field">
      system text
      <textarea
        className="lab-input"
        rows={2}
        value={typed.system}
        onChange={({ target }) => onChange({ ...typed, system: target.value })}
      />
    </label>
    <div className="lab-form chat-options">
      {numbers.map(([name, title]) => (
        <label key={name} className="lab-field">
          {title}
          <input
            className="lab-input"
            inputMode="decimal"
            size={7}
            value={typed[name]}
            onChange={({ target }) => onChange({ ...typed, [name]: target.value })}
          />
        </label>
      ))}
      <label className="lab-field">
        thinking
        <select
          className="lab-input"
          value={typed.thinking}
          onChange={({ target }) => onChange({ ...typed, thinking: thinkingSchema.parse(target.value) })}
        >
          {thinkingSchema.options.map((value) => (
            <option key={value}>{value}</option>
          ))}
        </select>
      </label>
      <label className="lab-check">
        <input type="checkbox" checked={typed.tools} onChange={({ target }) => onChange({ ...typed, tools: target.checked })} />
        demonstration tools (a calculator, the time)
      </label>
    </div>
  </details>
);
