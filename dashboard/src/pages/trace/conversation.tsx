import { useEffect, useMemo, useRef, useState } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { showHidden } from '@benchloop/ui';
import { isFolded, rowsOf, type StoryBlock, type StoryRow } from './story-rows.ts';

const lineCharacters = 90;
const linePx = 19;
const headPx = 36;

const estimate = (row: StoryRow | undefined): number => {
  if (row === undefined || row.type !== 'text') return headPx;
  return linePx * row.text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / lineCharacters)), 0);
};

const sizeOf = ({ parts }: StoryBlock): string => {
  const characters = parts.reduce((sum, { text }) => sum + text.length, 0);
  return `${characters.toLocaleString('en').replaceAll(',', '\u2009')} characters`;
};

type HeadProps = { block: StoryBlock; folded: boolean; onToggle: () => void };

const Head = ({ block, folded, onToggle }: HeadProps) => (
  <div className="trace-head">
    <button type="button" aria-expanded={!folded} onClick={onToggle}>
      <span aria-hidden="true">{folded ? '▸' : '▾'}</span> {block.title}
    </button>
    <span className="trace-size">{sizeOf(block)}</span>
    <button
      type="button"
      aria-label={`Copy ${block.title}`}
      onClick={() => void navigator.clipboard.writeText(block.parts.map(({ text }) => text).join('\n\n'))}
    >
      Copy
    </button>
  </div>
);

const Row = ({ row, folded, onToggle }: { row: StoryRow; folded: boolean; onToggle: () => void }) => {
  if (row.type === 'head') return <Head block={row.block} folded={folded} onToggle={onToggle} />;
  if (row.type === 'label') return <div className="trace-label">{row.text}</div>;
  return <div className="trace-text">{showHidden(row.text)}</div>;
};

/** Blocks of a conversation. Only what can be seen is in the page, however long a reply is. */
export const Conversation = ({ blocks, name }: { blocks: readonly StoryBlock[]; name: string }) => {
  const frame = useRef<HTMLDivElement>(null);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => rowsOf(blocks, toggled), [blocks, toggled]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: (place) => estimate(rows[place]),
    getItemKey: (place) => rows[place]?.key ?? place,
    overscan: 6,
  });
  useEffect(() => {
    setToggled(new Set());
    frame.current?.scrollTo({ top: 0 });
  }, [name]);
  const toggle = (id: string): void => {
    const next = new Set(toggled);
    if (!next.delete(id)) next.add(id);
    setToggled(next);
  };
  return (
    <div ref={frame} className="trace-conversation" tabIndex={0} role="region" aria-label={`Conversation of ${name}`}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={`trace-row trace-${row.block.kind}`}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Row row={row} folded={isFolded(row.block, toggled)} onToggle={() => toggle(row.block.id)} />
            </div>
          );
        })}
      </div>
    </div>
  );
};
