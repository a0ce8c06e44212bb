import { VerdictWords } from '../score/verdict.tsx';
import { sayLimits, saySigned } from '../words/format.ts';
import type { VerdictDetails } from '../words/verdict-words.ts';

/** Row minus column: the verdict in words and the difference behind it; null = not compared, and `reason` says why. */
export type PairwiseCell =
  | (VerdictDetails & {
      difference: { value: number; n: number } & (
        | { low: number; high: number }
        /** `missing` says why there is no interval. */
        | { low: null; high: null; missing: string }
      );
    })
  | { reason: string };

export type PairwiseTableProps = {
  names: readonly string[];
  /** The verdict of row `row` beside column `column`; not asked for the diagonal. */
  cell: (row: number, column: number) => PairwiseCell;
  caption?: string;
};

const Cell = ({ cell }: { cell: PairwiseCell }) =>
  'reason' in cell ? (
    <span className="bl-muted">{`not compared: ${cell.reason}`}</span>
  ) : (
    <span className="bl-pair">
      <VerdictWords {...cell} />
      <span className="bl-pair-difference">{saySigned(cell.difference.value)}</span>
      <span className="bl-pair-limits">{`${cell.difference.low === null ? `no interval: ${cell.difference.missing}` : `95 % ${sayLimits(cell.difference, saySigned)}`}, n=${cell.difference.n}`}</span>
    </span>
  );

/** Every stack beside every other one; read a row as "this one is … than the column". */
export const PairwiseTable = ({ names, cell, caption = 'Each row beside each column' }: PairwiseTableProps) => (
  <div className="bl-table-frame">
    <table className="bl-table bl-pairwise">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="bl-hidden">stack</span>
          </th>
          {names.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name, row) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {names.map((other, column) => (
              <td key={other} data-label={other}>
                {row === column ? (
                  <span className="bl-muted" aria-label="itself">
                    ·
                  </span>
                ) : (
                  <Cell cell={cell(row, column)} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
