// Reduces a copy of the workspace to one service, so that `npm ci` installs only what this service builds and runs with.
// Usage, in the root of the copy: node deploy/one-service.mjs api
// The argument is the folder of the service: api, gateway or tools/release.
import { readFileSync, writeFileSync } from 'node:fs';

const BUILD_TOOLS = new Set(['typescript', '@types/node']);
const FOLDERS = {
  '@dps/contract': 'shared-contracts',
  '@dps/flight-logs': 'flight-logs',
  '@dps/release': 'tools/release',
  '@dps/module-kit': 'tools/module-kit',
};
const STORE = ['@dps/contract', '@aws-sdk/client-s3'];
/** By service: of a package with build tools, the dependencies that the service imports. */
const IMPORTED = {
  gateway: { 'tools/release': STORE },
  'tools/release': {
    'tools/release': [...STORE, '@dps/module-kit', 'fastify', 'semver', 'yup'],
    'tools/module-kit': ['@dps/contract', 'yup'],
  },
};

const service = process.argv[2];
const read = (folder) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
const write = (folder, content) =>
  writeFileSync(`${folder}/package.json`, `${JSON.stringify(content, null, 2)}\n`);
const pick = (entries, accept) =>
  Object.fromEntries(Object.entries(entries ?? {}).filter(([name]) => accept(name)));

/** Removes development dependencies of a package. Returns its folder and those of the packages that it imports. */
function reduce(folder, keep) {
  const content = read(folder);
  const only = IMPORTED[service]?.[folder];
  const dependencies = pick(content.dependencies, (name) => only?.includes(name) ?? true);
  const imported = Object.keys(dependencies).filter((name) => name.startsWith('@dps/'));
  const { peerDependencies: _peers, ...rest } = content;
  write(folder, {
    ...(only ? rest : content),
    dependencies,
    devDependencies: pick(content.devDependencies, keep),
  });
  const unknown = imported.filter((name) => !(name in FOLDERS));
  if (unknown.length > 0)
    throw new Error(`${folder} imports ${unknown.join(', ')}: add the folder to FOLDERS`);
  return [folder, ...imported.flatMap((name) => reduce(FOLDERS[name], () => false))];
}

// The compiler needs the types of the service's dependencies.
const folders = new Set(reduce(service, (name) => name.startsWith('@types/') || name === '@rspack/core'));
const root = read('.');
write('.', {
  ...root,
  workspaces: [...folders],
  devDependencies: pick(root.devDependencies, (name) => BUILD_TOOLS.has(name)),
  optionalDependencies: {},
});
