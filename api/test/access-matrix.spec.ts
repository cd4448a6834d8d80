import { permission, PERMISSIONS, type PermissionName } from '@dps/shared-contracts';
import { call, outcomeOf, type Cell } from './access-matrix/call.ts';
import { RECIPES, type Recipe } from './access-matrix/recipes.ts';
import { expectedOutcome, IDENTITIES, type Subject } from './access-matrix/rules.ts';
import { createWorld, type World } from './access-matrix/world.ts';
import type { Method } from './support/client.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.server.close());

/** Every identity about every subject; what reads is asked for its head alone as well. */
function cellsOf({ method, subjects }: Recipe): Cell[] {
  const methods: Method[] = method === 'GET' ? ['GET', 'HEAD'] : [method];
  return methods.flatMap((each) =>
    subjects.flatMap((subject) => IDENTITIES.map((identity) => ({ method: each, identity, subject }))),
  );
}

/** What is wrong with a cell: another answer than the permission table's, or a change by a call that makes none. */
async function faultsOf(recipe: Recipe, cell: Cell): Promise<string[]> {
  const answer = await call(world, recipe, cell);
  const changed = await world.rows.restore();
  const { method, identity, subject } = cell;
  const { kind: _kind, ...about } = subject;
  const what = [method, identity, ...Object.values(about)].join(', ');
  const expected = expectedOutcome(recipe, identity, subject);
  const mayChange = expected === 'done' && recipe.method !== 'GET';
  return [
    ...(outcomeOf(answer) === expected ? [] : [`${what}: ${answer.status} instead of ${expected}`]),
    ...(mayChange || changed.length === 0 ? [] : [`${what}: changed ${changed.join(', ')}`]),
  ];
}

/** What the permission table rules on: how somebody stands to a job, whose account it is, or the role alone. */
function ruledKind(name: PermissionName): Subject['kind'] {
  const { job, account } = permission(name);
  if (job) return 'job';
  return account ? 'account' : 'session';
}

const nameOf = ({ method, url }: Pick<Recipe, 'method' | 'url'>) => `${method} ${url}`;
const ROUTES = [...new Set(RECIPES.map(nameOf))].toSorted();
const NAMED_RECIPES = RECIPES.map((recipe) => [nameOf(recipe), recipe.asks.join(' or '), recipe] as const);
const CELLS = RECIPES.flatMap(cellsOf).length;

describe(`access: ${ROUTES.length} routes, ${CELLS} cells`, () => {
  it('has a recipe for every route, and none for a route that is gone', () => {
    const served = world.server.routes.map(({ method, url }) => `${method} ${url}`);
    const heads = ROUTES.filter((route) => route.startsWith('GET ')).map((route) => `HEAD${route.slice(3)}`);
    expect(served.toSorted()).toEqual([...ROUTES, ...heads].toSorted());
  });

  it('knows the permission that each route declares', () => {
    const declared = world.server.routes.map((route) => `${route.method} ${route.url}: ${route.permission}`);
    const known = RECIPES.map((recipe) => `${nameOf(recipe)}: ${recipe.declares}`);
    expect(declared).toEqual(expect.arrayContaining(known));
  });

  it('tries every permission', () => {
    const tried = new Set<string>(RECIPES.flatMap(({ declares, asks }) => [declares, ...asks]));
    expect([...tried].toSorted()).toEqual(Object.keys(PERMISSIONS).toSorted());
  });

  // A permission that says nothing of what its call is about would let everybody do it, and agree with itself.
  it('has a rule for what each call is about', () => {
    const unruled = RECIPES.flatMap(({ asks, subjects }) =>
      asks.filter((name) => subjects.some(({ kind }) => kind !== ruledKind(name))),
    );
    expect(unruled).toEqual([]);
    const unaddressed = RECIPES.filter(
      ({ url, subjects }) => url.includes(':') && subjects.some(({ kind }) => kind === 'session'),
    );
    expect(unaddressed).toEqual([]);
  });

  it.each(NAMED_RECIPES)(
    '%s as %s answers everybody by the permission table, and changes nothing for those it refuses',
    async (_route, _use, recipe) => {
      const faults: string[] = [];
      for (const cell of cellsOf(recipe)) faults.push(...(await faultsOf(recipe, cell)));
      expect(faults).toEqual([]);
    },
  );
});
