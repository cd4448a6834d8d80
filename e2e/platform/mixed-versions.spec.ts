import { postJob } from '../support/jobs.ts';
import { test, type ReleaseEnvironment, type Versions } from '../support/release-environment.ts';
import { clientFlow, pilotFlow, signInOnScreen } from '../support/user-flows.ts';
import { expectOnly, recordPage } from '../support/recorded-page.ts';

const MODULES = ['account', 'flight-data', 'jobs', 'payments'] as const;
const ALL = ['shell', ...MODULES] as const;
/**
 * Previous and current releases together: each side of the shell's contract, and each side of the widgets that `jobs` shows, is once
 * the older one.
 */
const COMBINATIONS: readonly { situation: string; old: readonly string[] }[] = [
  { situation: 'the shell is the previous release', old: ['shell'] },
  { situation: 'all modules are previous releases', old: MODULES },
  { situation: 'jobs is the previous release', old: ['jobs'] },
  {
    situation: 'the modules that jobs uses are previous releases',
    old: ['account', 'flight-data', 'payments'],
  },
];

let environment: ReleaseEnvironment;
let previous: Versions;
let current: Versions;

test.beforeAll(async ({ environment: own }) => {
  environment = own;
  current = await environment.active();
  previous = await environment.publishPrevious();
});
test.afterAll(() => environment.restore());

for (const [index, { situation, old }] of COMBINATIONS.entries()) {
  test(`a client and a pilot can work while ${situation}`, async ({ pageOf }) => {
    const expected = Object.fromEntries(
      ALL.map((name) => [name, (old.includes(name) ? previous : current)[name] ?? '']),
    );
    await environment.activate(expected);
    const title = `Levee scan ${index}`;
    const [client, pilot] = [await pageOf('guest'), await pageOf('guest')];
    const records = [recordPage(client), recordPage(pilot)] as const;
    await signInOnScreen(client, 'client');
    await postJob(client.request, title, environment.url);
    await clientFlow(client);
    await signInOnScreen(pilot, 'pilot');
    await pilotFlow(pilot, title);
    await expectOnly(client, records[0], expected);
    await expectOnly(pilot, records[1], expected);
  });
}
