import { paths, permission } from '@dps/contract';
import { call, outcomeOf, type Cell } from './access-matrix/call.ts';
import { RECIPES, type Recipe } from './access-matrix/recipes.ts';
import { expectedOutcome, ACTORS, type Identity } from './access-matrix/rules.ts';
import { createWorld, type World } from './access-matrix/world.ts';
import { expectError, type Answer } from './support/client.ts';

// Cases beyond the access matrix: forged fields in bodies, and ids that do not belong together.

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.server.close());

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
const FIELDS = Object.keys(FORGED_FIELDS);

/** Returns these fields of an answer, and whether it has the forged id or date, which differ in each answer. */
function factsOf(body: unknown): unknown {
  const view = new Map<string, unknown>(Object.entries(Object(body)));
  const facts = ['clientId', 'pilotId', 'uploadedBy', 'status', 'progress', 'role'].map((name) =>
    view.get(name),
  );
  return [
    ...facts,
    view.get('id') === FORGED_FIELDS['id']?.(),
    view.get('createdAt') === FORGED_FIELDS['createdAt']?.(),
  ];
}

describe('[ACCESS-15] a forged field in a body grants nothing', () => {
  const isOpen = ({ declares }: Recipe) => permission(declares).roles === 'public';

  /** One call for each user, about the first subject that a user may access. A public route is called without a session. */
  function cellsOf(recipe: Recipe): Cell[] {
    const subject = recipe.subjects.find((each) =>
      ACTORS.some((identity) => expectedOutcome(recipe, identity, each) === 'done'),
    );
    const identities: readonly Identity[] = isOpen(recipe) ? ['anonymous'] : ACTORS;
    return subject ? identities.map((identity) => ({ method: recipe.method, identity, subject })) : [];
  }

  /** Returns the effect of a forged field on the status, the fields of the answer or the rows; null without one. */
  async function faultOf(recipe: Recipe, cell: Cell, field: string, plain: Answer): Promise<string | null> {
    const answer = await call(world, recipe, cell, { [field]: FORGED_FIELDS[field]?.() });
    const changed = await world.rows.restore();
    const what = `${cell.identity}, ${field}: ${answer.status}`;
    if (answer.status === 400) return changed.length === 0 ? null : `${what}, changed ${changed.join()}`;
    if (answer.status !== plain.status) return `${what} instead of ${plain.status}`;
    if (outcomeOf(answer) !== 'done') return null;
    const [received, expected] = [answer, plain].map(({ body }) => JSON.stringify(factsOf(body)));
    return received === expected ? null : `${what}, ${received} instead of ${expected}`;
  }

  /** Tests every forged field that the call does not accept. */
  async function faultsOf(recipe: Recipe, cell: Cell): Promise<string[]> {
    const { body } = await recipe.request({ world, caller: world.users.owner }, cell.subject);
    const accepted = new Set(Object.keys(Object(body)));
    const plain = await call(world, recipe, cell);
    await world.rows.restore();
    const faults: string[] = [];
    for (const field of FIELDS.filter((name) => !accepted.has(name))) {
      const fault = await faultOf(recipe, cell, field, plain);
      if (fault !== null) faults.push(fault);
    }
    return faults;
  }

  // An event of the provider is excluded, because its signature covers the complete body. A part of a file has no fields.
  const writes = RECIPES.filter(
    ({ method, url, declares }) =>
      method !== 'GET' && declares !== 'payments.webhook' && !url.endsWith('/parts/:part'),
  );
  it.each(writes.map((recipe) => [recipe.method, recipe.url, recipe.requires.join(' or '), recipe] as const))(
    '%s %s as %s',
    async (_method, _url, _use, recipe) => {
      const faults: string[] = [];
      for (const cell of cellsOf(recipe)) faults.push(...(await faultsOf(recipe, cell)));
      expect(faults).toEqual([]);
    },
  );
});

describe('ids that do not belong together', () => {
  const readAs = (actor: keyof World['users'], path: string) => world.users[actor].client.get(path);

  it.each(ACTORS)('return no file to the %s through the path of another job', async (actor) => {
    const { open, pending, missing } = world.jobs;
    const pairs = [
      [open, pending],
      [pending, open],
      [missing, open],
      [open, missing],
    ] as const;
    for (const [job, file] of pairs) {
      expectError(await readAs(actor, paths.attachment(job.id, file.attachmentId)), 404, 'not_found');
    }
  });

  it.each(['other client', 'other pilot'] as const)(
    '[ACCESS-8] return the same error to the %s for a hidden and a missing job',
    async (actor) => {
      const { pending, missing } = world.jobs;
      const errorOf = async (path: string) => {
        const { requestId: _requestId, ...error } = expectError(await readAs(actor, path), 404, 'not_found');
        return error;
      };
      expect(await errorOf(paths.job(pending.id))).toEqual(await errorOf(paths.job(missing.id)));
      const [hidden, missingFile] = [pending, missing].map((job) =>
        paths.attachment(job.id, job.attachmentId),
      );
      expect(await errorOf(hidden ?? '')).toEqual(await errorOf(missingFile ?? ''));
    },
  );
});
