import { paths, permission, PERMISSIONS, type PermissionName } from '@dps/contract';
import { call, outcomeOf, prepareCall, type Cell } from './access-matrix/call.ts';
import { eventFaults, RECORDING_CALLS, type Effect } from './access-matrix/job-events.ts';
import { RECIPES, type Recipe } from './access-matrix/recipes.ts';
import { ACTORS, expectedOutcome, IDENTITIES, type Identity, type Subject } from './access-matrix/rules.ts';
import { createWorld, type World } from './access-matrix/world.ts';
import { expectError, type ApiResponse } from './support/client.ts';
import { statementsDuring } from './support/statements.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.server.close());

const isPublic = (name: PermissionName) => permission(name).roles === 'public';

/** The first call that the permission table allows. */
function allowedCell(recipe: Recipe): Cell {
  const { method, subjects, declares } = recipe;
  const identities: readonly Identity[] = isPublic(declares) ? ['anonymous'] : ACTORS;
  const cells = subjects.flatMap((subject) => identities.map((identity) => ({ method, identity, subject })));
  const allowed = cells.find(
    ({ identity, subject }) => expectedOutcome(recipe, identity, subject) === 'done',
  );
  if (!allowed) throw new Error('No user may make the call');
  return allowed;
}

/**
 * Combines the users with every subject, and all identities with the subject of the allowed call. The session is checked
 * before the subject is read. A GET recipe is also called with HEAD.
 */
function cellsOf(recipe: Recipe): Cell[] {
  const { method, subjects } = recipe;
  const { subject: allowed } = allowedCell(recipe);
  const others = subjects.filter((subject) => subject !== allowed);
  return [
    ...IDENTITIES.map((identity): Cell => ({ method, identity, subject: allowed })),
    ...others.flatMap((subject) => ACTORS.map((identity): Cell => ({ method, identity, subject }))),
    ...(method === 'GET' ? IDENTITIES : []).map((identity): Cell => ({
      method: 'HEAD',
      identity,
      subject: allowed,
    })),
  ];
}

/** Returns an outcome that differs from the permission table. */
function outcomeFaults(recipe: Recipe, { method, identity, subject }: Cell, response: ApiResponse): string[] {
  const expected = expectedOutcome(recipe, identity, subject);
  const { kind: _kind, ...about } = subject;
  const what = [method, identity, ...Object.values(about)].join(', ');
  return outcomeOf(response) === expected ? [] : [`${what}: ${response.status} instead of ${expected}`];
}

const isDone = (recipe: Recipe, { identity, subject }: Cell) =>
  expectedOutcome(recipe, identity, subject) === 'done';

/** Makes the calls that must not change a row: the refused ones and the reading ones. */
async function faultsWithoutChange(recipe: Recipe): Promise<string[]> {
  const faults: string[] = [];
  for (const cell of cellsOf(recipe)) {
    if (recipe.method !== 'GET' && isDone(recipe, cell)) continue;
    faults.push(...outcomeFaults(recipe, cell, await call(world, recipe, cell)));
  }
  if (!isPublic(recipe.declares)) {
    const cell = allowedCell(recipe);
    const other = cell.identity === 'owner' ? 'assigned pilot' : 'owner';
    const headers = { [paths.PAGE_USER_HEADER]: String(world.users[other].user.id) };
    expectError(await call(world, recipe, cell, { headers }), 409, 'other_user');
  }
  const changed = await world.rows.restore();
  return changed.length === 0 ? faults : [...faults, `refused calls changed ${changed.join(', ')}`];
}

/** Makes the calls that may change rows, each with the original rows, and compares the recorded events of jobs. */
async function faultsWithChange(recipe: Recipe): Promise<string[]> {
  const faults: string[] = [];
  const effects: Effect[] = [];
  for (const cell of cellsOf(recipe).filter((each) => isDone(recipe, each))) {
    faults.push(...outcomeFaults(recipe, cell, await call(world, recipe, cell)));
    const events = await world.rows.jobEvents();
    effects.push({ events, changed: await world.rows.restore() });
  }
  return [...faults, ...eventFaults(useOf(recipe), effects)];
}

/** The subject that a permission checks: the relation to a job, the owner of an account, or only the role. */
function ruledKind(name: PermissionName): Subject['kind'] {
  const { job, account } = permission(name);
  if (job) return 'job';
  return account ? 'account' : 'session';
}

const nameOf = ({ method, url }: Pick<Recipe, 'method' | 'url'>) => `${method} ${url}`;
const useOf = (recipe: Recipe) => `${nameOf(recipe)} for ${recipe.requires.join(' or ')}`;
const ROUTES = [...new Set(RECIPES.map(nameOf))].toSorted();
const NAMED_RECIPES = RECIPES.map(
  (recipe) => [nameOf(recipe), recipe.requires.join(' or '), recipe] as const,
);
const CELLS = RECIPES.flatMap(cellsOf).length;

describe(`access: ${ROUTES.length} routes, ${CELLS} cells`, () => {
  it('has a recipe for every route and no other recipe', () => {
    const served = world.server.routes.map(({ method, url }) => `${method} ${url}`);
    const heads = ROUTES.filter((route) => route.startsWith('GET ')).map((route) => `HEAD${route.slice(3)}`);
    expect(served.toSorted()).toEqual([...ROUTES, ...heads].toSorted());
  });

  it('lists the permission that each route declares', () => {
    const declared = world.server.routes.map((route) => `${route.method} ${route.url}: ${route.permission}`);
    const listed = RECIPES.map((recipe) => `${nameOf(recipe)}: ${recipe.declares}`);
    expect(declared).toEqual(expect.arrayContaining(listed));
  });

  it('lists the events of jobs for calls that exist', () => {
    expect(RECIPES.map(useOf)).toEqual(expect.arrayContaining(RECORDING_CALLS));
  });

  it('tests every permission', () => {
    const tested = new Set<string>(RECIPES.flatMap(({ declares, requires }) => [declares, ...requires]));
    expect([...tested].toSorted()).toEqual(Object.keys(PERMISSIONS).toSorted());
  });

  // A permission without a rule for its subject would allow all users, and the matrix would agree with it.
  it('has a rule for the subject of each call', () => {
    const unruled = RECIPES.flatMap(({ requires, subjects }) =>
      requires.filter((name) => subjects.some(({ kind }) => kind !== ruledKind(name))),
    );
    expect(unruled).toEqual([]);
    const unaddressed = RECIPES.filter(
      ({ url, declares, subjects }) =>
        // A public address with a parameter is secret. Every client that has the address may call.
        url.includes(':') && !isPublic(declares) && subjects.some(({ kind }) => kind === 'session'),
    );
    expect(unaddressed).toEqual([]);
  });

  it.each(NAMED_RECIPES)(
    '[PCARD-11, REPORT-14, HIST-1, ACCESS-1, ACCESS-3, ACCESS-6, ACCESS-10, ACCESS-16, ACCESS-17, ACCESS-18, ACCESS-20, DELIVER-1, SECURE-40] %s as %s follows the permission table for all users and pages, and a refused call changes nothing, and a change records its events of jobs',
    async (_route, _use, recipe) => {
      const faults = await faultsWithoutChange(recipe);
      if (recipe.method !== 'GET') faults.push(...(await faultsWithChange(recipe)));
      expect(faults).toEqual([]);
    },
  );

  const counted = NAMED_RECIPES.filter(([, , { statements }]) => statements !== null);
  it.each(counted)('%s as %s sends a known number of statements', async (_route, _use, recipe) => {
    const send = await prepareCall(world, recipe, allowedCell(recipe));
    const sent = await statementsDuring(async () => {
      expect(outcomeOf(await send())).toBe('done');
    });
    await world.rows.restore();
    // A failure shows the texts.
    expect(sent.map(({ text }) => text)).toHaveLength(recipe.statements ?? NaN);
  });
});

/** Values that a client could forge, by field name. */
const FORGED_FIELDS: Readonly<Record<string, () => unknown>> = {
  clientId: () => world.users['other client'].user.id,
  pilotId: () => world.users['other pilot'].user.id,
  uploadedBy: () => world.users['other pilot'].user.id,
  status: () => 'paid',
  progress: () => 99,
  role: () => 'pilot',
  id: () => 1_999_999_999,
  createdAt: () => '2000-01-01T00:00:00.000Z',
};

/** Returns the forged fields of a response. The id and the date, which differ in each response, only if they are forged. */
function factsOf(body: unknown): string {
  const view = new Map<string, unknown>(Object.entries(Object(body)));
  const facts = Object.entries(FORGED_FIELDS).map(([name, forged]) => {
    const value = view.get(name);
    return name === 'id' || name === 'createdAt' ? value === forged() : value;
  });
  return JSON.stringify(facts);
}

describe('[ACCESS-15] a forged field in a body grants nothing', () => {
  /** Tests every forged field that the call does not accept. */
  async function faultsOf(recipe: Recipe, cell: Cell): Promise<string[]> {
    const { body } = await recipe.request({ world, caller: world.users.owner }, cell.subject);
    const accepted = new Set(Object.keys(Object(body)));
    const plain = await call(world, recipe, cell);
    await world.rows.restore();
    const faults: string[] = [];
    for (const [field, forged] of Object.entries(FORGED_FIELDS).filter(([name]) => !accepted.has(name))) {
      const response = await call(world, recipe, cell, { body: { [field]: forged() } });
      const what = `${cell.identity}, ${field}: ${response.status}`;
      if (response.status !== 400 && response.status !== plain.status)
        faults.push(`${what} not ${plain.status}`);
      if (outcomeOf(response) !== 'done') continue;
      if (factsOf(response.body) !== factsOf(plain.body)) faults.push(`${what}, ${factsOf(response.body)}`);
      await world.rows.restore();
    }
    const changed = await world.rows.restore();
    return changed.length === 0 ? faults : [...faults, `${cell.identity}: changed ${changed.join()}`];
  }

  // An event of the provider is excluded, because its signature covers the complete body. A part of a file has no fields.
  const writes = NAMED_RECIPES.filter(
    ([, , { method, url, declares }]) =>
      method !== 'GET' && declares !== 'payments.webhook' && !url.endsWith('/parts/:part'),
  );
  it.each(writes)('%s as %s', async (_route, _use, recipe) => {
    const allowed = allowedCell(recipe);
    const refused = ACTORS.map((identity): Cell => ({ ...allowed, identity })).find(
      (cell) => !isDone(recipe, cell),
    );
    const faults = await faultsOf(recipe, allowed);
    if (refused) faults.push(...(await faultsOf(recipe, refused)));
    expect(faults).toEqual([]);
  });
});

describe('ids that do not belong together', () => {
  const readAs = (actor: keyof World['users'], path: string) => world.users[actor].client.get(path);

  it('return no file through the path of another job', async () => {
    const { open, pending, missing } = world.jobs;
    const pairs = [
      [open, pending],
      [pending, open],
      [missing, open],
      [open, missing],
    ] as const;
    for (const actor of ACTORS)
      for (const [job, file] of pairs) {
        expectError(await readAs(actor, paths.attachment(job.id, file.attachmentId)), 404, 'not_found');
      }
  });

  it('[ACCESS-8] return the same error for a hidden and a missing job', async () => {
    const { pending, missing } = world.jobs;
    for (const actor of ['other client', 'other pilot'] as const) {
      const errorOf = async (path: string) => {
        const { requestId: _requestId, ...error } = expectError(await readAs(actor, path), 404, 'not_found');
        return error;
      };
      expect(await errorOf(paths.job(pending.id))).toEqual(await errorOf(paths.job(missing.id)));
      const [hidden = '', missingFile = ''] = [pending, missing].map((job) =>
        paths.attachment(job.id, job.attachmentId),
      );
      expect(await errorOf(hidden)).toEqual(await errorOf(missingFile));
    }
  });
});
