import { unpackReleases } from '../previous/archive.ts';
import { postJob } from '../support/jobs.ts';
import { openReleaseLab, type ReleaseLab } from '../support/release-lab.ts';
import { test } from '../support/test.ts';
import { clientFlow, pilotFlow, signInOnScreen } from '../support/user-flows.ts';
import { expectOnly, openRecorded } from '../support/recorded-page.ts';

// The tests share one product and change its releases in order.
test.describe.configure({ mode: 'serial', timeout: 240_000 });

type Versions = Record<string, string>;

const MODULES = ['account', 'flight-data', 'jobs', 'payments'] as const;
const ALL = ['shell', ...MODULES] as const;
/** Each combination of previous and current releases that a browser can load. */
const COMBINATIONS: readonly { situation: string; old: readonly string[] }[] = [
  { situation: 'all releases are current', old: [] },
  ...MODULES.map((name) => ({ situation: `${name} is the previous release`, old: [name] })),
  { situation: 'the shell is the previous release', old: ['shell'] },
  { situation: 'all releases are previous ones', old: ALL },
  { situation: 'all modules are previous releases', old: MODULES },
];

let lab: ReleaseLab;
let previous: Versions;
let current: Versions;
const matrix: string[] = [];

test.beforeAll(async () => {
  lab = await openReleaseLab({ demoData: true });
  const { shell, modules } = await lab.registry();
  current = Object.fromEntries([
    ['shell', shell.version],
    ...modules.map((each) => [each.name, each.stable]),
  ]);
  const unpacked = await unpackReleases(lab.folder('previous'));
  previous = Object.fromEntries(unpacked.map(({ name, release }) => [name, release.version]));
  await lab.release(`publish ${unpacked.map(({ folder }) => folder).join(' ')}`);
});
test.afterAll(async () => {
  await lab.close();
  process.stdout.write(`\n${[['', ...ALL].join(' | '), ...matrix].join('\n')}\n`);
});

/**
 * Activates the expected releases. `rollback --to` sets no release to fall back to, so no fallback hides a failure.
 */
async function activate(expected: Versions): Promise<void> {
  const { shell, modules } = await lab.registry();
  const active = new Map([
    ['shell', shell.version],
    ...modules.map((each) => [each.name, each.stable] as const),
  ]);
  for (const [name, version] of Object.entries(expected))
    if (active.get(name) !== version) await lab.release(`rollback ${name} --to ${version}`);
}

for (const [index, { situation, old }] of COMBINATIONS.entries()) {
  test(`a client and a pilot can work while ${situation}`, async ({ browser }) => {
    const expected = Object.fromEntries(
      ALL.map((name) => [name, (old.includes(name) ? previous : current)[name] ?? '']),
    );
    await activate(expected);
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
      await expectOnly(each, expected);
      await each.page.context().close();
    }
    matrix.push([situation, ...ALL.map((name) => expected[name])].join(' | '));
  });
}
