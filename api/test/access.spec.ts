import { paths, permission } from '@dps/shared-contracts';
import { call, outcomeOf, type Cell } from './access-matrix/call.ts';
import { RECIPES, type Recipe } from './access-matrix/recipes.ts';
import { expectedOutcome, PEOPLE, type Identity } from './access-matrix/rules.ts';
import { createWorld, type World } from './access-matrix/world.ts';
import { expectError, type Answer } from './support/client.ts';

// What the matrix of routes, people and jobs cannot say: facts in bodies, and ids that do not belong together.

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.server.close());

/** What a sender might wish to be true, in the names of the rows. */
const WISHES: Readonly<Record<string, () => unknown>> = {
  clientId: () => world.people['other client'].user.id,
  pilotId: () => world.people['other pilot'].user.id,
  uploadedBy: () => world.people['other pilot'].user.id,
  status: () => 'paid',
  progress: () => 99,
  role: () => 'pilot',
  id: () => 1_999_999_999,
  createdAt: () => '2000-01-01T00:00:00.000Z',
};
const FIELDS = Object.keys(WISHES);

/** The answer's own account of these facts, and whether it took the wished id or day, which differ with each call. */
function factsOf(body: unknown): unknown {
  const view = new Map<string, unknown>(Object.entries(Object(body)));
  const facts = ['clientId', 'pilotId', 'uploadedBy', 'status', 'progress', 'role'].map((name) =>
    view.get(name),
  );
  return [...facts, view.get('id') === WISHES['id']?.(), view.get('createdAt') === WISHES['createdAt']?.()];
}

describe('a fact in a body grants nothing', () => {
  const isOpen = ({ declares }: Recipe) => permission(declares).roles === 'public';

  /** A call of each person, or of nobody where that is enough, about the first subject with which somebody may make it. */
  function cellsOf(recipe: Recipe): Cell[] {
    const subject = recipe.subjects.find((each) =>
      PEOPLE.some((identity) => expectedOutcome(recipe, identity, each) === 'done'),
    );
    const identities: readonly Identity[] = isOpen(recipe) ? ['anonymous'] : PEOPLE;
    return subject ? identities.map((identity) => ({ method: recipe.method, identity, subject })) : [];
  }

  /** What a field changes: the answer but for a refusal of the field, the facts that it tells, or anything after that. */
  async function faultOf(recipe: Recipe, cell: Cell, field: string, plain: Answer): Promise<string | null> {
    const answer = await call(world, recipe, cell, { [field]: WISHES[field]?.() });
    const changed = await world.rows.restore();
    const what = `${cell.identity}, ${field}: ${answer.status}`;
    if (answer.status === 400) return changed.length === 0 ? null : `${what}, changed ${changed.join()}`;
    if (answer.status !== plain.status) return `${what} instead of ${plain.status}`;
    if (outcomeOf(answer) !== 'done') return null;
    const [told, expected] = [answer, plain].map(({ body }) => JSON.stringify(factsOf(body)));
    return told === expected ? null : `${what}, ${told} instead of ${expected}`;
  }

  /** The same for every field that is not what the call is for. */
  async function faultsOf(recipe: Recipe, cell: Cell): Promise<string[]> {
    const { body } = await recipe.request({ world, caller: world.people.owner }, cell.subject);
    const meant = new Set(Object.keys(Object(body)));
    const plain = await call(world, recipe, cell);
    await world.rows.restore();
    const faults: string[] = [];
    for (const field of FIELDS.filter((name) => !meant.has(name))) {
      const fault = await faultOf(recipe, cell, field, plain);
      if (fault !== null) faults.push(fault);
    }
    return faults;
  }

  // An event of the provider is signed as a whole.
  const writes = RECIPES.filter(
    ({ method, declares }) => method !== 'GET' && declares !== 'payments.webhook',
  );
  it.each(writes.map((recipe) => [recipe.method, recipe.url, recipe.asks.join(' or '), recipe] as const))(
    '%s %s as %s',
    async (_method, _url, _use, recipe) => {
      const faults: string[] = [];
      for (const cell of cellsOf(recipe)) faults.push(...(await faultsOf(recipe, cell)));
      expect(faults).toEqual([]);
    },
  );
});

describe('ids that do not belong together', () => {
  const readAs = (person: keyof World['people'], path: string) => world.people[person].client.get(path);

  it.each(PEOPLE)("lead the %s to no file through another job's address", async (person) => {
    const { open, pending, missing } = world.jobs;
    const pairs = [
      [open, pending],
      [pending, open],
      [missing, open],
      [open, missing],
    ] as const;
    for (const [job, file] of pairs) {
      expectError(await readAs(person, paths.attachment(job.id, file.attachmentId)), 404, 'not_found');
    }
  });

  it.each(['other client', 'other pilot'] as const)(
    'of a hidden job and of none are alike to the %s',
    async (person) => {
      const { pending, missing } = world.jobs;
      const toldOf = async (path: string) => {
        const { requestId: _requestId, ...told } = expectError(await readAs(person, path), 404, 'not_found');
        return told;
      };
      expect(await toldOf(paths.job(pending.id))).toEqual(await toldOf(paths.job(missing.id)));
      const [hidden, none] = [pending, missing].map((job) => paths.attachment(job.id, job.attachmentId));
      expect(await toldOf(hidden ?? '')).toEqual(await toldOf(none ?? ''));
    },
  );
});
