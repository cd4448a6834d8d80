import { unpackReleases } from '../previous/archive.ts';
import { postJob } from '../support/jobs.ts';
import { openReleaseLab, type ReleaseLab } from '../support/release-lab.ts';
import { test } from '../support/test.ts';
import { clientFlow, pilotFlow, signInOnScreen } from '../support/user-flows.ts';
import { expectOnly, openRecorded } from '../support/recorded-page.ts';

// One product that is released into, from one mixture to the next.
test.describe.configure({ mode: 'serial', timeout: 240_000 });

type Versions = Record<string, string>;

const MODULES = ['account', 'flight-data', 'jobs', 'payments'] as const;
const EVERYTHING = ['shell', ...MODULES] as const;
/** What was out before the releases of this workspace, in each mixture that a browser may meet. */
const MIXTURES: readonly { what: string; old: readonly string[] }[] = [
  { what: 'everything is new', old: [] },
  ...MODULES.map((name) => ({ what: `${name} is the one before`, old: [name] })),
  { what: 'the shell is the one before', old: ['shell'] },
  { what: 'everything is the one before', old: EVERYTHING },
  { what: 'all modules are those before', old: MODULES },
];

let lab: ReleaseLab;
let before: Versions;
let now: Versions;
const matrix: string[] = [];

test.beforeAll(async () => {
  lab = await openReleaseLab();
  const { shell, modules } = await lab.registry();
  now = Object.fromEntries([['shell', shell.version], ...modules.map((each) => [each.name, each.stable])]);
  const kept = await unpackReleases(lab.folder('previous'));
  before = Object.fromEntries(kept.map(({ name, release }) => [name, release.version]));
  await lab.release(`publish ${kept.map(({ folder }) => folder).join(' ')}`);
});
test.afterAll(async () => {
  await lab.close();
  process.stdout.write(`\n${[['', ...EVERYTHING].join(' | '), ...matrix].join('\n')}\n`);
});

/**
 * Goes from what runs to what is meant to run, by the command that names no release to fall back on: what fails is seen,
 * and nothing stands in for it.
 */
async function goTo(meant: Versions): Promise<void> {
  const { shell, modules } = await lab.registry();
  const runs = new Map([
    ['shell', shell.version],
    ...modules.map((each) => [each.name, each.stable] as const),
  ]);
  for (const [name, version] of Object.entries(meant))
    if (runs.get(name) !== version) await lab.release(`rollback ${name} --to ${version}`);
}

for (const [index, { what, old }] of MIXTURES.entries()) {
  test(`a client and a pilot do their work while ${what}`, async ({ browser }) => {
    const meant = Object.fromEntries(
      EVERYTHING.map((name) => [name, (old.includes(name) ? before : now)[name] ?? '']),
    );
    await goTo(meant);
    const title = `Levee scan ${index}`;
    const client = await openRecorded(browser, lab.url);
    const pilot = await openRecorded(browser, lab.url);
    await signInOnScreen(client.page, 'client');
    await postJob(client.page.request, title, lab.url);
    await Promise.all([
      clientFlow(client.page),
      signInOnScreen(pilot.page, 'pilot').then(() => pilotFlow(pilot.page, title)),
    ]);
    for (const each of [client, pilot]) {
      await expectOnly(each, meant);
      await each.page.context().close();
    }
    matrix.push([what, ...EVERYTHING.map((name) => meant[name])].join(' | '));
  });
}
