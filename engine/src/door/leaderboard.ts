import type { Board } from '@benchloop/spec';
import { leaderboardOf, type LeaderboardOptions } from '../compare/leaderboard.ts';
import { readIndex } from './load-report.ts';

/** The stored runs of a data home as boards. */
export const localLeaderboard = async (home: string, options: LeaderboardOptions = {}): Promise<Board[]> =>
  leaderboardOf((await readIndex(home)).standings, options);
