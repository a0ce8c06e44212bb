import type { Family } from '../../../../kit/family.ts';
import { shellBuild, shellManifest, shellRename } from './project.ts';
import { shellCount, shellNoTool, shellRotate, shellSetting } from './simple.ts';
import { shellImpossible, shellOrders, shellRefused, shellSpace } from './trouble.ts';

export const workspaceShellFamilies: readonly Family[] = [
  shellCount,
  shellSetting,
  shellNoTool,
  shellRotate,
  shellRename,
  shellImpossible,
  shellManifest,
  shellOrders,
  shellSpace,
  shellRefused,
  shellBuild,
];
