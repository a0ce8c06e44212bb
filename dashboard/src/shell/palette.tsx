import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Search } from 'lucide-react';
import { isMatch, useCommands, type Command } from './palette-commands.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Opens with Ctrl+K or Cmd+K, or with the key `?` where nothing is typed. */
const useOpenKey = (open: () => void): void => {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      if (!isShortcut && (event.key !== '?' || isTyping(event.target))) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);
};

const List = ({ commands, chosen, id, onRun }: { commands: Command[]; chosen: number; id: string; onRun: (command: Command) => void }) => (
  <ul id={id} role="listbox" aria-label="Commands" className="app-palette-list">
    {commands.map((command, at) => (
      <li key={command.id} id={`${id}-${at}`} role="option" aria-selected={at === chosen} onClick={() => onRun(command)}>
        {command.title}
      </li>
    ))}
  </ul>
);

/** More would make each key wait for them. */
const mostShown = 50;

/** Every page, run and action by name, from the keyboard. */
export const Palette = ({ targets }: { targets: readonly { path: string; title: string }[] }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const found = useCommands(targets, isOpen).filter(({ title }) => isMatch(title, words));
  const commands = found.slice(0, mostShown);
  const [open] = useState(() => () => {
    setWords('');
    setChosen(0);
    setOpen(true);
    if (dialog.current?.open === false) dialog.current.showModal();
  });
  useOpenKey(open);
  const run = (command: Command | undefined): void => {
    dialog.current?.close();
    command?.run();
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((at) => (commands.length === 0 ? 0 : (at + step + commands.length) % commands.length));
    else if (event.key === 'Enter') run(commands[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <button
        type="button"
        className="app-palette-button"
        onClick={open}
        aria-keyshortcuts="Control+K Meta+K"
        aria-label="Commands, Ctrl+K"
      >
        <Search aria-hidden="true" size={16} />
        <kbd>Ctrl K</kbd>
      </button>
      <dialog ref={dialog} className="app-palette" aria-label="Command palette" onClose={() => setOpen(false)}>
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={commands.length === 0 ? undefined : `${id}-${chosen}`}
          aria-label="Search commands"
          placeholder="A page, a run or an action"
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKey}
        />
        <List commands={commands} chosen={chosen} id={id} onRun={run} />
        {commands.length === 0 ? <p className="bl-note">Nothing has this name.</p> : null}
        {found.length > mostShown ? <p className="bl-note">{`${found.length - mostShown} more; type more of the name.`}</p> : null}
      </dialog>
    </>
  );
};
