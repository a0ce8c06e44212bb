import type { Environment, Task } from '@benchloop/spec';
import type { World } from '../kit/world/world.ts';
import { createWorldEnvironment } from '../kit/world/world-environment.ts';
import { databaseWorld } from './database/environment.ts';
import { filesWorld } from './files/environment.ts';
import { mailCalendarWorld } from './mail-calendar/environment.ts';
import { shopWorld } from './shop/environment.ts';
import { createTableEnvironment } from './table/environment.ts';
import { workspaceShellWorld } from './workspace-shell/environment.ts';

/** Every world, sorted by id. */
export const worlds: readonly World[] = [databaseWorld, filesWorld, mailCalendarWorld, shopWorld, workspaceShellWorld];

/** What a task's tools do: they act in its world where it has one, otherwise its table of results answers. */
export const createEnvironment = (task: Task): Environment => {
  if (task.world === undefined) return createTableEnvironment(task);
  const id = task.world.id;
  const world = worlds.find((one) => one.id === id);
  if (world === undefined) throw new Error(`task ${task.id} names the world ${id}, which this build does not have`);
  return createWorldEnvironment(world, task);
};
