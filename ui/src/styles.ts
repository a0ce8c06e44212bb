import { seriesCount } from './tokens/tokens.ts';
import { tokensCss } from './tokens/tokens-css.ts';

const seriesCss = Array.from(
  { length: seriesCount },
  (_, place) => `.bl-series-${place + 1}{--bl-series:var(--bl-series-${place + 1})}`,
).join('');

/** Styles of the charts; a chart that stands alone as an SVG file takes these and the tokens. */
export const chartsCss = `${seriesCss}
.bl-chart{display:block;max-width:100%;height:auto;overflow:visible;font-family:var(--bl-font-text);font-size:12px}
.bl-chart text{fill:var(--bl-n8)}
.bl-chart .bl-name{fill:var(--bl-n10)}
.bl-chart .bl-value,.bl-chart .bl-tick,.bl-chart .bl-count{font-family:var(--bl-font-mono);font-variant-numeric:tabular-nums;white-space:pre}
.bl-chart .bl-value{fill:var(--bl-n10)}
.bl-chart .bl-tick,.bl-chart .bl-axis,.bl-chart .bl-muted{fill:var(--bl-n7)}
.bl-chart .bl-tick,.bl-chart .bl-count{font-size:11px}
.bl-chart .bl-label{fill:var(--bl-n9)}
.bl-chart .bl-label,.bl-chart .bl-name,.bl-chart .bl-value,.bl-chart .bl-count{paint-order:stroke;stroke:var(--bl-n0);stroke-width:3px;stroke-linejoin:round}
.bl-grid{stroke:var(--bl-n3);stroke-width:1}
.bl-zero{stroke:var(--bl-n8);stroke-width:1.5}
.bl-track{stroke:var(--bl-n4);stroke-width:2}
.bl-whisker{fill:none;stroke:var(--bl-n9);stroke-width:1.5}
.bl-whisker-series{stroke:var(--bl-series)}
.bl-mark{fill:var(--bl-series,var(--bl-accent));stroke:var(--bl-n0);stroke-width:1}
.bl-line{fill:none;stroke:var(--bl-series,var(--bl-accent));stroke-width:2;stroke-linejoin:round}
.bl-front{fill:none;stroke:var(--bl-n6);stroke-width:1.5;stroke-dasharray:4 3}
.bl-faded{opacity:.4}
.bl-hatch{stroke:var(--bl-n7);stroke-width:1.2}
.bl-band{fill:var(--bl-n2)}
.bl-bar{fill:var(--bl-accent)}
.bl-bar-uncertain{stroke:var(--bl-n7);stroke-width:1}
.bl-quantile{stroke:var(--bl-n9);stroke-width:1.5;stroke-dasharray:2 2}
.bl-whisker.bl-gain{stroke:var(--bl-gain)}.bl-mark.bl-gain{fill:var(--bl-gain)}
.bl-whisker.bl-loss{stroke:var(--bl-loss)}.bl-mark.bl-loss{fill:var(--bl-loss)}
.bl-mark.bl-even,.bl-mark.bl-unknown{fill:var(--bl-n8)}
.bl-chart .bl-gain-text{fill:var(--bl-gain)}.bl-chart .bl-loss-text{fill:var(--bl-loss)}
`;

const scoreCss = `.bl-score{display:inline-grid;gap:2px;min-width:128px;max-width:100%;font-variant-numeric:tabular-nums}
.bl-score-what{color:var(--bl-n8);font-size:var(--bl-size-13)}
.bl-score-line{display:flex;align-items:baseline;gap:8px}
.bl-score-value{font-family:var(--bl-font-mono);font-size:var(--bl-size-16);color:var(--bl-n10)}
.bl-score-large .bl-score-value,.bl-score-missing .bl-score-value{font-size:var(--bl-size-28);line-height:1.2}
.bl-score-n,.bl-score-limits,.bl-score-rank{font-family:var(--bl-font-mono);font-size:var(--bl-size-12);color:var(--bl-n7)}
.bl-score-bar{display:block;overflow:visible;width:calc(100% - 12px);margin:0 6px}
.bl-dot{fill:var(--bl-accent);stroke:var(--bl-n0);stroke-width:1}
.bl-other{fill:none;stroke:var(--bl-n8);stroke-width:1.5}
.bl-score-incomplete{outline:1.5px dotted var(--bl-n6);outline-offset:5px;border-radius:var(--bl-radius)}
.bl-score-note,.bl-score-reason{color:var(--bl-n8);font-size:var(--bl-size-12);max-width:32ch}
.bl-score-missing .bl-score-value{color:var(--bl-n7)}
.bl-outcome{white-space:nowrap}
.bl-outcome-failed,.bl-outcome-truncated,.bl-outcome-unparseable,.bl-outcome-refused{color:var(--bl-loss)}
.bl-outcome-timeout,.bl-outcome-model-error,.bl-outcome-unsupported,.bl-outcome-cancelled,.bl-outcome-invalid-task{color:var(--bl-n7)}
.bl-verdict-better{color:var(--bl-gain);font-weight:600}.bl-verdict-worse{color:var(--bl-loss);font-weight:600}
.bl-verdict-unknown{color:var(--bl-n8)}
.bl-pair{display:grid}.bl-pair-difference,.bl-pair-limits{font-family:var(--bl-font-mono);font-size:var(--bl-size-12);color:var(--bl-n8)}
`;

const tableCss = `.bl-table-frame{overflow-x:auto}
.bl-table{border-collapse:collapse;width:100%;font-size:var(--bl-size-13)}
.bl-table caption{text-align:left;padding:0 0 8px;color:var(--bl-n8)}
.bl-table th,.bl-table td{padding:8px 12px 8px 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--bl-n3)}
.bl-table-compact th,.bl-table-compact td{padding-block:4px}
.bl-table th{font-weight:500}
.bl-table thead th{position:sticky;top:0;background:var(--bl-n0);color:var(--bl-n8);font-family:var(--bl-font-text)!important;font-size:var(--bl-size-12);border-bottom:1px solid var(--bl-n5);white-space:nowrap}
.bl-table thead th:first-child{text-align:left}
.bl-table thead button{all:unset;cursor:pointer}
.bl-table thead button:focus-visible{outline:2px solid var(--bl-accent);outline-offset:2px}
.bl-table [aria-sort=ascending]::after{content:" ▴"}.bl-table [aria-sort=descending]::after{content:" ▾"}
.bl-table .bl-number{text-align:right;font-family:var(--bl-font-mono);font-variant-numeric:tabular-nums;white-space:nowrap}
.bl-table .bl-row-note td{border-bottom:1px solid var(--bl-n3);padding-top:0;color:var(--bl-n8);font-size:var(--bl-size-12)}
.bl-table tbody:has(.bl-row-note) tr:first-child>*{border-bottom:0;padding-bottom:2px}
.bl-note{margin:4px 0;color:var(--bl-n7);font-size:var(--bl-size-12);max-width:75ch}
.bl-muted{color:var(--bl-n7)}
.bl-hidden{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden;white-space:nowrap}
@media screen and (max-width:600px){
.bl-table-frame{overflow-x:visible}
.bl-table,.bl-table tbody,.bl-table tr,.bl-table th,.bl-table td,.bl-table caption{display:block}
.bl-table thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.bl-table tbody{border:1px solid var(--bl-n3);border-radius:var(--bl-radius);padding:8px 12px;margin-bottom:8px}
.bl-table tbody th,.bl-table tbody td,.bl-table .bl-row-note td{border:0;padding:2px 0;overflow-wrap:anywhere}
.bl-table tbody th{font-weight:600}
.bl-table td[data-label]{display:flex;justify-content:space-between;gap:16px;white-space:normal}
.bl-table td[data-label]::before{content:attr(data-label);color:var(--bl-n7);flex:none;font-family:var(--bl-font-text)}
}
`;

const pieceCss = `.bl-figure{margin:0;min-width:0}
.bl-figure figcaption{font-weight:600;margin-bottom:8px}
.bl-narrow{display:none}
@media screen and (max-width:700px){.bl-wide{display:none}.bl-narrow{display:block}}
.bl-data summary{cursor:pointer;color:var(--bl-n7);font-size:var(--bl-size-12)}
.bl-data pre{overflow-x:auto;font-family:var(--bl-font-mono);font-size:var(--bl-size-12);background:var(--bl-n1);padding:8px;border-radius:var(--bl-radius)}
@media print{.bl-data{display:none}}
.bl-machine{display:flex;flex-wrap:wrap;gap:4px 16px;list-style:none;margin:0;padding:0;color:var(--bl-n8);font-size:var(--bl-size-13)}
.bl-logo{display:inline-flex;align-items:center;gap:8px;font-weight:600}
.bl-mark-icon{display:block}
`;

/** All styles of the shared components, tokens first. Every class begins with `bl-`. */
export const uiCss = `${tokensCss}${chartsCss}${scoreCss}${tableCss}${pieceCss}`;
