/** The only door of the shared pages' pieces: tokens, words, scores, tables, charts, mark. All run in browsers and on servers. */
export { contrastOf, toCss, toHex, type Oklch } from './tokens/oklch.ts';
export { colours, fonts, fontSizes, seriesCount, type ColourName, type ThemeName } from './tokens/tokens.ts';
export { tokensCss } from './tokens/tokens-css.ts';
export { chartsCss, uiCss } from './styles.ts';
export * from './words/format.ts';
export { wordsOfOutcome, type OutcomeWords } from './words/outcome-words.ts';
export { wordsOfVerdict, type ComparisonVerdict, type VerdictDetails } from './words/verdict-words.ts';
export { Score, type ScoreEstimate, type ScoreProps, type ScoreState } from './score/score.tsx';
export { OutcomeTag, type OutcomeTagProps } from './score/outcome.tsx';
export { VerdictWords } from './score/verdict.tsx';
export { csvOf, markdownOf, type DataRows } from './table/csv.ts';
export { DataTable, type Column, type DataTableProps, type SortMark } from './table/data-table.tsx';
export { PairwiseTable, type PairwiseCell, type PairwiseTableProps } from './table/pairwise-table.tsx';
export { ComparisonView, type ComparisonViewProps } from './comparison/comparison-view.tsx';
export { MachineLine, partsOfMachine, type MachineLineProps } from './machine-line.tsx';
export { Logo, MarkIcon, type MarkIconProps } from './mark/mark.tsx';
export { markPath, markSize } from './mark/mark-pixels.ts';
export { Chart, type ChartProps } from './charts/kit/chart.tsx';
export { Figure, staticWidths, type FigureProps } from './charts/kit/figure.tsx';
export { SeriesMark, seriesClass } from './charts/kit/mark.tsx';
export { dataOfScores, ScoreChart, summariseScores, type ScoreChartProps, type ScoreRow } from './charts/score-chart.tsx';
export { dataOfDifferences, ForestPlot, summariseDifferences, type DifferenceRow, type ForestPlotProps } from './charts/forest-plot.tsx';
export {
  dataOfLines,
  LineChart,
  summariseLines,
  type LineChartProps,
  type LinePoint,
  type LineSeries,
  type WhiskerMeaning,
} from './charts/line-chart.tsx';
export { depthAxes, DepthChart, ThroughputChart, throughputAxes, type SpeedChartProps } from './charts/speed-charts.tsx';
export { paretoFront, type Better } from './charts/pareto.ts';
export { dataOfPareto, ParetoChart, summarisePareto, type ParetoChartProps, type ParetoPoint } from './charts/pareto-chart.tsx';
export { dataOfFailures, FailureChart, summariseFailures, type FailureCause, type FailureChartProps } from './charts/failure-chart.tsx';
export {
  binLatencies,
  dataOfLatencies,
  LatencyHistogram,
  summariseLatencies,
  type LatencyBin,
  type LatencyHistogramProps,
} from './charts/latency-histogram.tsx';
