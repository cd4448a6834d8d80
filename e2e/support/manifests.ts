import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { moduleManifest, type ModuleManifest } from '@dps/shared-contracts';
import { ROOT } from './files.ts';

/** The manifest of each module in the workspace. */
export const MANIFESTS: readonly ModuleManifest[] = readdirSync(ROOT)
  .filter((folder) => folder.startsWith('mfe-'))
  .map((folder) => readFileSync(path.join(ROOT, folder, 'module.json'), 'utf8'))
  .map((text) => moduleManifest.validateSync(JSON.parse(text)));
