import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { ChatTask } from '@benchloop/spec';
import { CopyButton } from '../../lab/copy-button.tsx';
import { Problem } from '../../shell/problem.tsx';
import { useWriteTask } from './data.ts';

const ways = [
  ['exact', 'one name or word'],
  ['number', 'a number'],
  ['choice', 'one of several options'],
] as const;

/** Makes a task out of a chat: the question, and what counts as right. */
export const TaskForm = ({ question: first }: { question: string }) => {
  const [task, setTask] = useState({ suiteId: 'from-chat', title: 'Questions from my chats', question: first, answer: '', options: '' });
  const [matcher, setMatcher] = useState<ChatTask['matcher']>('exact');
  const write = useWriteTask();
  const set = (name: keyof typeof task) => (event: { target: { value: string } }) => setTask({ ...task, [name]: event.target.value });
  const options = matcher === 'choice' ? task.options.split('\n').filter((line) => line.trim() !== '') : [];
  return (
    <form
      className="lab-panel"
      onSubmit={(event) => {
        event.preventDefault();
        write.mutate({ ...task, matcher, options });
      }}
    >
      <h2>A task from this chat</h2>
      <label className="lab-field">
        question
        <textarea className="lab-input" rows={5} required value={task.question} onChange={set('question')} />
      </label>
      <div className="lab-form chat-options">
        <label className="lab-field">
          the answer is
          <select
            className="lab-input"
            value={matcher}
            onChange={({ target }) => setMatcher(ways.find(([id]) => id === target.value)?.[0] ?? 'exact')}
          >
            {ways.map(([id, words]) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label className="lab-field">
          right answer
          <input className="lab-input" required value={task.answer} onChange={set('answer')} />
        </label>
        <label className="lab-field">
          suite id
          <input className="lab-input" required pattern="[a-z0-9][a-z0-9\-]{0,39}" value={task.suiteId} onChange={set('suiteId')} />
        </label>
        <label className="lab-field">
          suite title
          <input className="lab-input" required value={task.title} onChange={set('title')} />
        </label>
      </div>
      {matcher !== 'choice' ? null : (
        <label className="lab-field">
          options, one a line
          <textarea className="lab-input" rows={4} required value={task.options} onChange={set('options')} />
        </label>
      )}
      <p className="lab-row">
        <button type="submit" className="lab-button lab-primary" disabled={write.isPending}>
          {write.isPending ? 'Checking…' : 'Write the task'}
        </button>
      </p>
      {write.error === null ? null : <Problem error={write.error} />}
      {write.data === undefined ? null : (
        <div role="status">
          <p>
            Written: the suite has {write.data.tasks} {write.data.tasks === 1 ? 'task' : 'tasks'}, and {write.data.proofs} proofs of what
            counts as right and wrong hold.
          </p>
          <p>
            <Link to={'/benchmark' as string} search={{ suite: `own:${write.data.suiteId}` } as never}>
              Run it on the Benchmark page
            </Link>
            , or by a command:
          </p>
          <code className="lab-command">{`bench-loop run --suites '${write.data.folder}'`}</code>
          <CopyButton text={() => `bench-loop run --suites '${write.data.folder}'`}>Copy the command</CopyButton>
        </div>
      )}
    </form>
  );
};
