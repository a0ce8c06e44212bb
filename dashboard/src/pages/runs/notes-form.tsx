import { useId, useState } from 'react';
import type { RunNotes } from '@benchloop/spec';
import { useFocusReturn } from '../../lab/use-focus.ts';
import { Problem } from '../../shell/problem.tsx';
import { useSaveNotes } from './data.ts';
import { tagsOfText } from './filter-runs.ts';

type NotesFormProps = { runId: string; notes: RunNotes; onDone: () => void };

/** Name, tags and notes of a run. They stand beside the run, never in it. */
export const NotesForm = ({ runId, notes, onDone }: NotesFormProps) => {
  const id = useId();
  useFocusReturn();
  const [name, setName] = useState(notes.name ?? '');
  const [tags, setTags] = useState(notes.tags.join(', '));
  const [text, setText] = useState(notes.notes);
  const save = useSaveNotes();
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    const next = { name: name.trim() === '' ? null : name.trim(), tags: tagsOfText(tags), notes: text };
    save.mutate({ id: runId, notes: next }, { onSuccess: onDone });
  };
  return (
    <form className="runs-form" onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onDone()}>
      <label htmlFor={`${id}-name`}>Name</label>
      <input
        id={`${id}-name`}
        value={name}
        maxLength={200}
        placeholder={runId}
        autoFocus
        onChange={(event) => setName(event.target.value)}
      />
      <label htmlFor={`${id}-tags`}>Tags, separated by commas</label>
      <input id={`${id}-tags`} value={tags} onChange={(event) => setTags(event.target.value)} />
      <label htmlFor={`${id}-notes`}>Notes</label>
      <textarea id={`${id}-notes`} rows={4} value={text} maxLength={20_000} onChange={(event) => setText(event.target.value)} />
      {save.error === null ? null : <Problem error={save.error} />}
      <div className="runs-actions">
        <button type="submit" disabled={save.isPending}>
          Save
        </button>
        <button type="button" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
};
