import type { CliCommand } from '../command.ts';
import { createBudgetCommand } from './budget.ts';
import { createCompareCommand } from './compare.ts';
import { createDashboardCommand } from './dashboard.ts';
import { createDecideCommand } from './decide.ts';
import { createDoctorCommand } from './doctor.ts';
import { createEndpointsCommand } from './endpoints.ts';
import { createGateCommand } from './gate.ts';
import { createInfoCommand } from './info.ts';
import { createItemsCommand } from './items.ts';
import { createLeaderboardCommand } from './leaderboard.ts';
import { createModelsCommand } from './models.ts';
import { createPreflightCommand } from './preflight.ts';
import { createReportCommand } from './report.ts';
import { createResumeCommand } from './resume.ts';
import { createRunCommand } from './run.ts';
import { createRunsCommand } from './runs.ts';
import { createSelftestCommand } from './selftest.ts';
import { createSuitesCommand } from './suites.ts';
import { createVerifyCommand } from './verify.ts';

/** Every command, sorted by name. One line each; `npm run new command <id>` adds it. */
export const commands: readonly (() => CliCommand)[] = [
  createBudgetCommand,
  createCompareCommand,
  createDashboardCommand,
  createDecideCommand,
  createDoctorCommand,
  createEndpointsCommand,
  createGateCommand,
  createInfoCommand,
  createItemsCommand,
  createLeaderboardCommand,
  createModelsCommand,
  createPreflightCommand,
  createReportCommand,
  createResumeCommand,
  createRunCommand,
  createRunsCommand,
  createSelftestCommand,
  createSuitesCommand,
  createVerifyCommand,
];
