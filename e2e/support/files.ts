import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { moduleManifest, type ModuleManifest } from '@dps/contract';

const fixtures = path.join(import.meta.dirname, '../fixtures');
/** A site plan with contour lines and a table, as a PDF. */
export const SITE_PLAN = path.join(fixtures, 'site-plan.pdf');
/** An aerial picture of fields, a road and a roof, as a JPEG. */
export const AERIAL_PHOTO = path.join(fixtures, 'aerial.jpg');

/** Absolute path of the workspace root. */
export const ROOT = path.join(import.meta.dirname, '../..');

/** The manifest of each module in the workspace. */
export const MANIFESTS: readonly ModuleManifest[] = readdirSync(ROOT)
  .filter((folder) => folder.startsWith('mfe-'))
  .map((folder) => readFileSync(path.join(ROOT, folder, 'module.json'), 'utf8'))
  .map((text) => moduleManifest.validateSync(JSON.parse(text)));

const ROUTES = MANIFESTS.flatMap(({ routes }) => routes);
/** Paths of all pages, by the visitors that see them. */
export const SCREENS = {
  guest: [
    ...ROUTES.filter(({ access, path: route }) => access !== 'user' && !route.includes(':')).map(
      (route) => route.path,
    ),
    '/no/such/page',
  ],
  user: ROUTES.filter(({ access }) => access === 'user').map((route) => route.path),
};

/** Path of a sample of a flight log. */
export const flightLog = (name: string): string => path.join(ROOT, 'flight-logs/samples', name);
