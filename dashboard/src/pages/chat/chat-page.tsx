import { useState } from 'react';
import type { ModelChoice, RunSettings } from '@benchloop/spec';
import '../../lab/lab.css';
import './chat.css';
import { Loading, Problem } from '../../shell/problem.tsx';
import { questionOf } from './conversation.ts';
import { settingsOfChoice, useModelChoices } from './data.ts';
import { ExchangeView } from './exchange-view.tsx';
import { OptionsForm, readOptions, type TypedOptions } from './options-form.tsx';
import { TaskForm } from './task-form.tsx';
import { useChat, type Chat } from './use-chat.ts';

type Side = { choice: string; other: string };

const otherModel = 'other';

/** The settings of the model that was picked or typed; null = none. */
const settingsOf = ({ choice, other }: Side, models: readonly ModelChoice[]): RunSettings | null => {
  if (choice === otherModel) return other.trim() === '' ? null : { model: other.trim() };
  const picked = models[Number(choice)];
  return picked === undefined ? null : settingsOfChoice(picked);
};

type SideProps = { name: string; side: Side; models: readonly ModelChoice[]; onChange: (side: Side) => void };

const ModelPicker = ({ name, side, models, onChange }: SideProps) => (
  <div className="lab-form">
    <label className="lab-field">
      {name}
      <select className="lab-input" value={side.choice} onChange={({ target }) => onChange({ ...side, choice: target.value })}>
        {models.map(({ label }, place) => (
          <option key={label} value={place}>
            {label}
          </option>
        ))}
        <option value={otherModel}>another, by name</option>
      </select>
    </label>
    {side.choice !== otherModel ? null : (
      <label className="lab-field">
        name of {name}
        <input className="lab-input" value={side.other} onChange={({ target }) => onChange({ ...side, other: target.value })} />
      </label>
    )}
  </div>
);

const Conversation = ({ chat, name }: { chat: Chat; name: string }) => (
  <section className="chat-side" aria-label={`Conversation with ${name}`}>
    {chat.exchanges.length === 0 ? <p className="lab-note">Nothing said yet.</p> : null}
    {chat.exchanges.map((exchange, place) => (
      <ExchangeView key={place} exchange={exchange} />
    ))}
  </section>
);

const firstOptions: TypedOptions = {
  system: '',
  temperature: '0.7',
  topP: '',
  seed: '',
  maxTokens: '512',
  thinking: 'default',
  tools: false,
};

const ChatView = ({ models }: { models: readonly ModelChoice[] }) => {
  const [sides, setSides] = useState<readonly [Side, Side]>([
    { choice: '0', other: '' },
    { choice: models.length > 1 ? '1' : '0', other: '' },
  ]);
  const [isDouble, setDouble] = useState(false);
  const [typed, setTyped] = useState(firstOptions);
  const [text, setText] = useState('');
  const [isTask, setTask] = useState(false);
  const [left, right] = [useChat(), useChat()];
  const chats = isDouble ? [left, right] : [left];
  const options = readOptions(typed);
  const settings = sides.slice(0, chats.length).map((side) => settingsOf(side, models));
  const isSame = isDouble && JSON.stringify(settings[0]) === JSON.stringify(settings[1]);
  const isBusy = left.isBusy || right.isBusy;
  const canSend = !isBusy && options !== null && text.trim() !== '' && !settings.includes(null) && !isSame;
  const send = () => {
    if (!canSend || options === null) return;
    chats.forEach((chat, place) => chat.send(text, settings[place] ?? {}, options));
    setText('');
  };
  return (
    <>
      <div className="lab-row chat-models">
        {chats.map((_, place) => (
          <ModelPicker
            key={place}
            name={place === 0 ? 'model' : 'second model'}
            side={sides[place] ?? sides[0]}
            models={models}
            onChange={(side) => setSides(place === 0 ? [side, sides[1]] : [sides[0], side])}
          />
        ))}
        <label className="lab-check">
          <input type="checkbox" checked={isDouble} disabled={isBusy} onChange={({ target }) => setDouble(target.checked)} />
          two models side by side
        </label>
      </div>
      {isDouble ? <p className="lab-note">Both answer at the same time and share this machine, so each is slower than alone.</p> : null}
      {isSame ? <p role="alert">Both sides have the same model; pick another for one of them.</p> : null}
      <OptionsForm typed={typed} onChange={setTyped} />
      {options === null ? (
        <p role="alert">A sampling setting can’t be read: temperature 0 to 10, top p above 0 to 1, a whole seed, 1 to 32768 tokens.</p>
      ) : null}
      <div className={isDouble ? 'chat-sides chat-double' : 'chat-sides'}>
        {chats.map((chat, place) => (
          <Conversation key={place} chat={chat} name={place === 0 ? 'the model' : 'the second model'} />
        ))}
      </div>
      <form
        className="chat-compose"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <label className="lab-field">
          message
          <textarea
            className="lab-input"
            rows={3}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              send();
            }}
          />
        </label>
        <div className="lab-row">
          <button type="submit" className="lab-button lab-primary" disabled={!canSend}>
            Send
          </button>
          <button type="button" className="lab-button" disabled={!isBusy} onClick={() => chats.forEach((chat) => chat.stop())}>
            Stop
          </button>
          <button
            type="button"
            className="lab-button"
            disabled={isBusy || left.exchanges.length === 0}
            onClick={() => chats.forEach((chat) => chat.clear())}
          >
            Start anew
          </button>
          <button
            type="button"
            className="lab-button"
            disabled={isBusy || left.exchanges.length === 0}
            aria-expanded={isTask}
            onClick={() => setTask(!isTask)}
          >
            Make a task of it
          </button>
          <span className="lab-note">Enter sends, Shift+Enter begins a line.</span>
        </div>
      </form>
      {isTask && left.exchanges.length > 0 ? (
        <TaskForm key={left.exchanges.length} question={questionOf(typed.system, left.exchanges)} />
      ) : null}
    </>
  );
};

export const ChatPage = () => {
  const { data, error, refetch } = useModelChoices();
  return (
    <div className="lab">
      <h1>Chat</h1>
      <p className="lab-lead">
        Talk to a model to see how it answers here. A chat is an impression and no measurement; a task made of it can be measured.
      </p>
      {error !== null ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading what="models" />
      ) : (
        <ChatView models={data.models} />
      )}
    </div>
  );
};
