import type { RowLayout } from './row-layout.ts';

export type RowAxisProps = {
  layout: RowLayout;
  ticks: readonly number[];
  at: (value: number) => number;
  say: (value: number) => string;
  label: string;
  /** Drawn heavier than the others. */
  heavy?: number;
};

/** Vertical grid lines through all rows, their values below, and what they count. */
export const RowAxis = ({ layout, ticks, at, say, label, heavy }: RowAxisProps) => (
  <g aria-hidden="true">
    {ticks.map((tick) => (
      <g key={tick}>
        <line className={tick === heavy ? 'bl-zero' : 'bl-grid'} x1={at(tick)} x2={at(tick)} y1={layout.top} y2={layout.bottom} />
        <text className="bl-tick" x={at(tick)} y={layout.bottom + 15} textAnchor="middle">
          {say(tick)}
        </text>
      </g>
    ))}
    <text className="bl-axis" x={(layout.stripLeft + layout.stripRight) / 2} y={layout.bottom + 32} textAnchor="middle">
      {label}
    </text>
  </g>
);
