// Writes the release of this folder to `dist`: its files, and their description in release.json. Uses Node alone.
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const file = (name) => new URL(name, import.meta.url);
const integrityOf = (name) =>
  `sha256-${createHash('sha256')
    .update(readFileSync(file(name)))
    .digest('base64')}`;

const ENTRY = 'assets/tides.js';
const [, version] = /VERSION = '([^']+)'/.exec(readFileSync(file(ENTRY), 'utf8'));
const { routes, widgets, ...manifest } = JSON.parse(readFileSync(file('module.json'), 'utf8'));

const release = {
  kind: 'module',
  ...manifest,
  version,
  container: `mfe_tides_${version.replaceAll('.', '_').replaceAll('-', '$')}`,
  base: `/modules/tides/${version}/`,
  entry: ENTRY,
  // The page is part of the entry. The shell loads its store before a page that shares the contract's client.
  routes: routes.map(({ page: _page, ...route }) =>
    Object.assign(route, {
      chunks: [],
      shared: [
        'react',
        '@dps/shared-contracts/client',
        '@dps/shared-contracts/ui',
        '@dps/shared-contracts/ui/data',
      ],
    }),
  ),
  widgets: widgets.map(({ name }) => name),
  files: Object.fromEntries([ENTRY, 'module.json'].map((name) => [name, integrityOf(name)])),
};

rmSync(file('dist'), { recursive: true, force: true });
cpSync(file('assets'), file('dist/assets'), { recursive: true });
cpSync(file('module.json'), file('dist/module.json'));
writeFileSync(file('dist/release.json'), `${JSON.stringify(release, null, 2)}\n`);
