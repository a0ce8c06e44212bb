/** The only public door of the engine. */
export { describeBuild, listSuites } from './door/describe-build.ts';
export { discoverServers, kindAt, providerFor, stackForModel, stackOf, type Stack } from './door/discover.ts';
export { compareStored, loadForComparison, type LoadedRun } from './door/compare-runs.ts';
export { localLeaderboard } from './door/leaderboard.ts';
export { uses } from './compare/uses.ts';
export { decideStored } from './door/decide-runs.ts';
export { gateStored } from './door/gate-run.ts';
export { budgetOf, type Budget } from './door/budget.ts';
export { createParts, type Parts } from './door/lists.ts';
export { describeSuite, suiteTasks, type SuiteDetails } from './door/describe-suite.ts';
export { hubChoices, searchModels, type HubOptions } from './door/hub.ts';
export { itemsOfStore, type StoredItems } from './door/items-of-store.ts';
export {
  forgetIndexedRun,
  indexStoredRun,
  loadReport,
  openGrowingIndex,
  readIndex,
  rebuildIndex,
  reportOf,
  type GrowingIndex,
} from './door/load-report.ts';
export { describeModelFile, endpointOf, listEndpointModels, pullToServer, type EndpointOptions, type ServerPull } from './door/models.ts';
export { openStack } from './door/open-stack.ts';
export { preflightStack, type PreflightReport } from './door/preflight-stack.ts';
export { resumeRun } from './door/resume-run.ts';
export { isWithoutVerdict, prepareRetry } from './door/retry-run.ts';
export { selftest, type Selftest } from './door/selftest.ts';
export type { Session } from './door/session.ts';
export { planRun, startRun } from './door/start-run.ts';
export { addFoldersOfRun, addSuiteFolders, checkSuiteFolder, type SuiteCheck, type WithFolders } from './door/suite-folders.ts';
export { openStudies, type TrialStudies } from './door/study-trial.ts';
export { verifyRun, type Verification } from './door/verify-run.ts';
export { surveyModels, type ModelRow, type ModelSurvey } from './door/survey-models.ts';
export { version } from './door/version.ts';
export { faultsOf, remedyOf } from './discovery/known-faults.ts';
export { serverKindIds } from './discovery/identify.ts';
export type { Discovery, FoundServer } from './discovery/discover.ts';
export { addSavedEndpoint, listSavedEndpoints, removeSavedEndpoint, type SavedEndpoint } from './discovery/saved-endpoints.ts';
export { comparisonToConsole, comparisonToCsv, comparisonToMarkdown } from './export/comparison.ts';
export { toConsole } from './export/console.ts';
export { toCsv } from './export/csv.ts';
export { decisionToConsole } from './export/decision.ts';
export { describeReport, type ReportText } from './export/describe-report.ts';
export { gateToConsole, gateToJunit, gateToMarkdown } from './export/gate.ts';
export { leaderboardToConsole, leaderboardToCsv } from './export/leaderboard.ts';
export { toJson } from './export/json.ts';
export { toJunit } from './export/junit.ts';
export { toMarkdown } from './export/markdown.ts';
export { keyFor, removeKey, saveKey } from './keys/keys.ts';
export { benchloopHome } from './kit/home.ts';
export { normaliseEndpoint } from './kit/normalise-endpoint.ts';
export { measureClockFloor } from './measure/clock-floor.ts';
export { busyWarning } from './measure/load.ts';
export { readMachine } from './measure/machine/read-machine.ts';
export { wilsonInterval } from './measure/statistics/wilson.ts';
export { findModels } from './models/find-models.ts';
export type { Prices } from './models/price-list.ts';
export { costOf, pricesFileOf, readPrices, type Cost, type PriceList } from './models/prices.ts';
export { pullModel } from './models/pull-model.ts';
export { resolveModelPath } from './models/resolve-model-path.ts';
export type { PullProgress } from './providers/ollama/pull.ts';
export type { RunOptions } from './run/options.ts';
export { resolvePlan } from './run/resolve-plan.ts';
export { examineSandbox, type ExaminedLevel, type SandboxExamination } from './sandbox/examine.ts';
export { loadLocalFacts } from './store/local-facts.ts';
export { describeServerCommand } from './stated-server/fill-command.ts';
export { createRunStore } from './store/run-store.ts';
export type { ItemTable } from './summary/item-table.ts';
export { profiles } from './summary/profiles.ts';
export { summarize } from './summary/summarize.ts';
