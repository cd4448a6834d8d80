import { paths, permission, PERMISSIONS, type PermissionName } from '@dps/contract';
import { call, outcomeOf, type Cell } from './access-matrix/call.ts';
import { RECIPES, type Recipe } from './access-matrix/recipes.ts';
import { ACTORS, expectedOutcome, IDENTITIES, type Subject } from './access-matrix/rules.ts';
import { createWorld, type World } from './access-matrix/world.ts';
import { expectError, type Method } from './support/client.ts';

/** The tables whose changes are events of a job. A payment is an event only with money. */
const PARTS_OF_JOBS = ['jobs', 'job_attachments', 'flight_data'];

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.server.close());

/** Combines every identity with every subject of a recipe. A GET recipe is also called with HEAD. */
function cellsOf({ method, subjects }: Recipe): Cell[] {
  const methods: Method[] = method === 'GET' ? ['GET', 'HEAD'] : [method];
  return methods.flatMap((each) =>
    subjects.flatMap((subject) => IDENTITIES.map((identity) => ({ method: each, identity, subject }))),
  );
}

/** Returns the faults of a cell: an outcome that differs from the permission table, or an unexpected change. */
async function faultsOf(recipe: Recipe, cell: Cell): Promise<string[]> {
  const answer = await call(world, recipe, cell);
  const changed = await world.rows.restore();
  const { method, identity, subject } = cell;
  const { kind: _kind, ...about } = subject;
  const what = [method, identity, ...Object.values(about)].join(', ');
  const expected = expectedOutcome(recipe, identity, subject);
  const lacksEvent =
    PARTS_OF_JOBS.some((table) => changed.includes(table)) && !changed.includes('job_events');
  const mayChange = expected === 'done' && recipe.method !== 'GET';
  return [
    ...(outcomeOf(answer) === expected ? [] : [`${what}: ${answer.status} instead of ${expected}`]),
    ...(mayChange || changed.length === 0 ? [] : [`${what}: changed ${changed.join(', ')}`]),
    ...(lacksEvent ? [`${what}: changed ${changed.join(', ')} without an event`] : []),
  ];
}

const isPublic = (name: PermissionName) => permission(name).roles === 'public';

/** The subject that a permission checks: the relation to a job, the owner of an account, or only the role. */
function ruledKind(name: PermissionName): Subject['kind'] {
  const { job, account } = permission(name);
  if (job) return 'job';
  return account ? 'account' : 'session';
}

const nameOf = ({ method, url }: Pick<Recipe, 'method' | 'url'>) => `${method} ${url}`;
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
    '[PCARD-11, REPORT-14, HIST-1, ACCESS-1, ACCESS-3, ACCESS-6, ACCESS-10, ACCESS-16, ACCESS-17, ACCESS-18, ACCESS-20, DELIVER-1] %s as %s follows the permission table for all users, and a refused call changes nothing, and a changed job has an event',
    async (_route, _use, recipe) => {
      const faults: string[] = [];
      for (const cell of cellsOf(recipe)) faults.push(...(await faultsOf(recipe, cell)));
      expect(faults).toEqual([]);
    },
  );

  it.each(NAMED_RECIPES.filter(([, , { declares }]) => !isPublic(declares)))(
    '[SECURE-40] %s as %s is refused for the page of another user, and changes nothing',
    async (_route, _use, recipe) => {
      const cells = recipe.subjects.flatMap((subject) => ACTORS.map((identity) => ({ identity, subject })));
      const allowed = cells.find((cell) => expectedOutcome(recipe, cell.identity, cell.subject) === 'done');
      if (!allowed) throw new Error('No user may make the call');
      const other = allowed.identity === 'owner' ? 'assigned pilot' : 'owner';
      const headers = { [paths.PAGE_USER_HEADER]: String(world.users[other].user.id) };
      const answer = await call(world, recipe, { method: recipe.method, ...allowed }, undefined, headers);
      expect(await world.rows.restore()).toEqual([]);
      expectError(answer, 409, 'other_user');
    },
  );
});
