import { findDocumentFaults } from './document-faults.ts';

const FIRST = 'docs/adr/0001-run-on-fastify.md';
const README = 'See [the guide](docs/guide.md#first-steps) and `api/src/job.ts`: `acceptJob`, `API_PORT`.\n';
const ARCHITECTURE = '# Architecture\n\n`api/` and `tools/checks/`\n';
const TABLE = 'docs/adr/README.md';
const DECISIONS =
  '# Decisions\n\n| 1 | [Run on Fastify](0001-run-on-fastify.md) | Accepted on 2026-11-20 |\n';

const faults = (changes: Record<string, string> = {}) => {
  const texts: Record<string, string> = {
    'README.md': README,
    'docs/architecture.md': ARCHITECTURE,
    'docs/guide.md': '# Guide\n\n## First steps\n\nBecause of [ADR 1](adr/0001-run-on-fastify.md).\n',
    [TABLE]: DECISIONS,
    [FIRST]: '# 1. Run on Fastify\n\nAccepted on 2026-11-20.\n',
    ...changes,
  };
  return findDocumentFaults({
    documents: Object.entries(texts).map(([file, text]) => ({ file, text })),
    files: [...Object.keys(texts), 'api/src/job.ts', 'tools/checks/package.json'],
    packages: ['api', 'tools/checks'],
    words: new Set(['acceptJob', 'API_PORT']),
  });
};

describe('findDocumentFaults', () => {
  it('returns nothing if the documents agree with the repository', () => {
    expect(faults()).toEqual([]);
  });

  it.each([
    ['a link without a file', '[gone](gone.md)', 'the link gone.md leads to no file'],
    ['a link without a heading', '[guide](guide.md#gone)', 'the link guide.md#gone leads to no heading'],
    ['a link to a heading that is gone', '[here](#gone)', 'the link #gone leads to no heading'],
    ['a source file that is gone', '`src/gone.ts`', 'src/gone.ts does not exist'],
    ['a folder that is gone', '`api/gone`', 'api/gone does not exist'],
    ['an identifier that is gone', '`rejectJob`', 'no source file contains rejectJob'],
    ['a setting that is gone', '`API_HOST`', 'no source file contains API_HOST'],
    [
      'an ADR number that is not the number of the file',
      '[ADR 2](adr/0001-run-on-fastify.md)',
      'the link ADR 2 leads to adr/0001-run-on-fastify.md',
    ],
  ])('reports %s', (_fault, text, message) => {
    expect(faults({ 'docs/other.md': `# Other\n\n${text}\n` })).toEqual([`docs/other.md: ${message}`]);
  });

  it.each([
    '[web](https://example.com/gone)',
    '`/api/jobs/{id}`',
    '`mfe-weather/src/texts.ts`',
    '`*.spec.ts`',
  ])('accepts %s, which is no path of the repository', (text) => {
    expect(faults({ 'docs/other.md': `${text}\n` })).toEqual([]);
  });

  it('reads no links in code blocks', () => {
    expect(faults({ 'docs/other.md': '```ts\nconst [first](gone.md)\n```\n' })).toEqual([]);
  });

  it('reports a package that the tree lacks', () => {
    const text = ARCHITECTURE.replace('`tools/checks/`', '');
    expect(faults({ 'docs/architecture.md': text })).toEqual([
      'docs/architecture.md: the tree does not contain tools/checks/',
    ]);
  });

  it('reports a heading with another number than the file', () => {
    expect(faults({ [FIRST]: '# 2. Run on Fastify\n' })).toContain(
      `${FIRST}: the heading does not start with "# 1. "`,
    );
  });

  it.each(['', 'Accepted', 'Accepted on Friday.'])('reports a decision with the status "%s"', (status) => {
    expect(faults({ [FIRST]: `# 1. Run on Fastify\n\n${status}\n` })).toContain(
      `${FIRST}: line 3 does not have a status, such as "Accepted on 2026-11-20."`,
    );
  });

  it.each([
    ['another title', DECISIONS.replace('Run on Fastify', 'Fastify')],
    ['another number', DECISIONS.replace('| 1 |', '| 2 |')],
    ['another date', DECISIONS.replace('2026', '2025')],
    ['no entry', DECISIONS.replace(/\| 1 .*/, '')],
  ])('reports a table of decisions with %s', (_fault, text) => {
    expect(faults({ [TABLE]: text })).toEqual([
      'docs/adr/README.md: the table of decisions is not:\n| 1 | [Run on Fastify](0001-run-on-fastify.md) | Accepted on 2026-11-20 |',
    ]);
  });
});
