import { benchloopHome, createRunStore, describeReport } from '@benchloop/engine';
import type { Report, TraceEvent } from '@benchloop/spec';
import { renderCardPng, renderCardSvg, renderReportHtml } from '@benchloop/ui/report';

/** Traces by trial; one that is missing or damaged is left out, and the page says that it is not there. */
const loadTraces = async ({ run, trials }: Report): Promise<Map<string, TraceEvent[]>> => {
  const store = createRunStore(benchloopHome());
  const traces = new Map<string, TraceEvent[]>();
  for (const { id, traceFile, score } of trials) {
    if (traceFile === null || score?.passed === true) continue;
    const trace = await store.loadTrace(run.id, traceFile).catch(() => null);
    if (trace !== null) traces.set(id, trace);
  }
  return traces;
};

/** The report as one HTML file, with the conversations of failed trials. */
export const drawHtml = async (report: Report): Promise<string> =>
  renderReportHtml({ report, text: describeReport(report), traces: await loadTraces(report) });

/** The share card of a run. */
export const drawCard = (report: Report, format: 'svg' | 'png'): Promise<string | Uint8Array> =>
  (format === 'svg' ? renderCardSvg : renderCardPng)(report, describeReport(report));
