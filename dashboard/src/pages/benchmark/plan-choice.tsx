import type { BuildAnswer } from '@benchloop/spec';
import type { Choice, LimitName } from './choice.ts';

type Part = { build: BuildAnswer; choice: Choice; onChange: (change: Partial<Choice>) => void };

const toggled = (list: readonly string[], id: string): string[] => (list.includes(id) ? list.filter((one) => one !== id) : [...list, id]);

/** How tasks are put to the model. */
export const HarnessChoice = ({ build, choice, onChange }: Part) => (
  <fieldset>
    <legend>Harness</legend>
    <div className="app-options">
      {build.harnesses.map(({ id, title }) => (
        <label key={id} className="app-option">
          <input
            type="checkbox"
            checked={choice.harnesses.includes(id)}
            onChange={() => onChange({ harnesses: toggled(choice.harnesses, id) })}
          />
          <span>
            <strong>{id}</strong>
            <small>{title}</small>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
);

const SuiteChoice = ({ build, choice, onChange }: Part) => (
  <fieldset>
    <legend>Suites</legend>
    <div className="app-options">
      {build.suites.map(({ id, title, summary, tasks }) => (
        <label key={id} className="app-option">
          <input type="checkbox" checked={choice.suites.includes(id)} onChange={() => onChange({ suites: toggled(choice.suites, id) })} />
          <span>
            <strong>{title}</strong>
            <small>
              {summary} {tasks} tasks.
            </small>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
);

/** Which suites, by profile or one by one. */
export const ProfileChoice = (part: Part) => {
  const { build, choice, onChange } = part;
  return (
    <>
      <fieldset>
        <legend>Profile</legend>
        <div className="app-options">
          {build.profiles.map(({ id, title, suites }) => (
            <label key={id} className="app-option">
              <input type="radio" name="profile" checked={choice.profile === id} onChange={() => onChange({ profile: id })} />
              <span>
                <strong>{id}</strong>
                <small>
                  {title}. {suites.length === 0 ? '' : `${suites.join(', ')}.`}
                </small>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {choice.profile === 'custom' ? <SuiteChoice {...part} /> : null}
    </>
  );
};

const thinking: readonly [string, string][] = [
  ['default', 'as the model does by itself'],
  ['off', 'off'],
  ['on', 'on'],
  ['low', 'low effort'],
  ['medium', 'medium effort'],
  ['high', 'high effort'],
];

const fields: Record<LimitName, { title: string; hint: string }> = {
  trials: { title: 'Trials of each task', hint: 'by profile' },
  ctx: { title: 'Context, tokens', hint: 'by the suites' },
  'max-tokens': { title: 'Longest reply, tokens', hint: 'by the task' },
  timeout: { title: 'Longest time of a reply', hint: 'measured, such as 90s or 5min' },
  'tasks-per-suite': { title: 'Most tasks of a suite', hint: 'by profile' },
  temperature: { title: 'Temperature', hint: '0 = greedy' },
  seed: { title: 'Seed of the tasks', hint: 'the published set' },
  concurrency: { title: 'Requests at a time', hint: '1' },
};

/** Thinking, context and limits; what is left out is as the profile says. */
export const LimitChoice = ({ choice, onChange }: Omit<Part, 'build'>) => (
  <fieldset>
    <legend>Settings</legend>
    <div className="app-form">
      <label>
        Thinking
        <select value={choice.think} onChange={(event) => onChange({ think: event.target.value })}>
          {thinking.map(([id, title]) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {Object.entries(fields).map(([name, { title, hint }]) => (
        <label key={name}>
          {title}
          <input
            value={choice.limits[name as LimitName] ?? ''}
            placeholder={hint}
            onChange={(event) => onChange({ limits: { ...choice.limits, [name]: event.target.value } })}
          />
        </label>
      ))}
    </div>
  </fieldset>
);
