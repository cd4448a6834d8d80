import { findCommandFaults, type Evidence } from './command-faults.ts';
import { checkDocuments } from './check-documents.ts';

const files: Readonly<Record<string, string>> = {
  'api/src/main.ts': '',
  'api/test/seed.spec.ts': "run('seed')",
};
const SEED: Evidence = { command: 'npm run seed -w @dps/api', test: 'api/test/seed.spec.ts#seed' };
const DOCUMENT = 'Run `npm run seed -w @dps/api`.\n';

const faults = (text: string, ...evidence: Evidence[]) =>
  findCommandFaults({
    documents: [{ file: 'README.md', text: DOCUMENT + text }],
    packages: [{ name: '@dps/api', folder: 'api', scripts: ['seed'] }],
    scripts: ['start'],
    evidence: [SEED, ...evidence],
    read: (file) => files[file] ?? null,
  });

describe('findCommandFaults', () => {
  it('returns nothing if each command exists and is tested', () => {
    expect(faults('')).toEqual([]);
  });

  it.each([
    ['a shell block', '```sh\nPORT=1 npm start -- --fresh # begins again\n```\n'],
    ['a block without a language', '```\nnpm start\n```\n'],
    ['inline code', '`npm start`\n'],
  ])('reads the commands of %s', (_place, text) => {
    expect(faults(text, { command: 'npm start', untested: 'a long-running program' })).toEqual([]);
    expect(faults(text)).toEqual([expect.stringMatching(/"npm start.*" has no test and no reason/)]);
  });

  it.each([
    'npm run gone -w @dps/api',
    'npm run seed -w @dps/gone',
    'npm run seed',
    'npx gone',
    'node api/gone.ts',
    'docker compose up',
  ])('reports %s, which does not exist', (command) => {
    expect(faults(`\`${command}\`\n`, { command, untested: 'an example' })).toEqual([
      `README.md: "${command}" does not exist`,
    ]);
  });

  it.each(['npm run seed -w api', 'node api/dist/main.js', 'npm ci', 'npm run build -w @dps/mfe-weather'])(
    'accepts %s',
    (command) => {
      expect(faults(`\`${command}\`\n`, { command, untested: 'an example' })).toEqual([]);
    },
  );

  it('accepts the scripts of a module in a repository of its own in its documents', () => {
    const evidence: Evidence[] = [{ command: 'npm run build', untested: 'an example' }];
    const facts = { packages: [], scripts: [], evidence, read: () => null };
    const inDocument = (file: string) =>
      findCommandFaults({ ...facts, documents: [{ file, text: '`npm run build`\n' }] });
    expect(inDocument('docs/own-repository.md')).toEqual([]);
    expect(inDocument('mfe-weather/README.md')).toEqual([]);
    expect(inDocument('README.md')).toEqual(['README.md: "npm run build" does not exist']);
  });

  it('reports a test that no longer runs the command', () => {
    const gone: Evidence = { command: 'npm start', test: 'api/test/seed.spec.ts#start' };
    expect(faults('`npm start`\n', gone)).toEqual([
      '"npm start": api/test/seed.spec.ts does not contain "start"',
    ]);
  });

  it('reports evidence of a command that no document names', () => {
    expect(faults('', { command: 'npm start', untested: 'an example' })).toEqual([
      '"npm start": no document names the command',
    ]);
  });
});

describe('checkDocuments', () => {
  it('reads the documents and packages of the repository', () => {
    expect(checkDocuments().join('\n')).not.toMatch(/no document names|the tree does not contain shell/);
  });
});
