import { permission, type PermissionName, type Role } from '@dps/contract';
import { TestClient, type Answer, type Method } from '../support/client.ts';
import type { TestUser } from '../support/users.ts';
import type { Recipe } from './recipes.ts';
import type { Identity, Subject } from './rules.ts';
import type { World } from './world.ts';

/** One call of a recipe. */
export interface Cell {
  method: Method;
  identity: Identity;
  subject: Subject;
}

/** The role that may make a call; `client` if both roles may. */
function permittedRole(requires: readonly PermissionName[]): Role {
  return requires.some((name) => permission(name).roles.includes('client')) ? 'client' : 'pilot';
}

/** The user and the client of a call. An identity without a session uses the data of a permitted user. */
function callerOf(
  world: World,
  { requires }: Recipe,
  identity: Identity,
): { caller: TestUser; client: TestClient } {
  const { users, expired, server } = world;
  const role = permittedRole(requires);
  const permitted = users[role === 'client' ? 'owner' : 'assigned pilot'];
  if (identity === 'anonymous') return { caller: permitted, client: new TestClient(server) };
  if (identity === 'expired session') return { caller: permitted, client: expired[role] };
  return { caller: users[identity], client: users[identity].client };
}

/** Makes the call of a recipe. `more` adds fields to its body, and `moreHeaders` headers. */
export async function call(
  world: World,
  recipe: Recipe,
  cell: Cell,
  more?: object,
  moreHeaders?: Record<string, string>,
): Promise<Answer> {
  const { caller, client } = callerOf(world, recipe, cell.identity);
  const { parameters = {}, body, headers } = await recipe.request({ world, caller }, cell.subject);
  const path = recipe.url.replace(/:(\w+)/g, (_match, name: string) => String(parameters[name]));
  // The e-mail is part of the profile, so the service requires its proof.
  const needsProof = permission(recipe.declares).proof ?? recipe.declares === 'user.update-profile';
  return (needsProof ? client.proved : client).send(
    cell.method,
    path,
    more ? { ...Object(body), ...more } : body,
    {
      ...headers,
      ...moreHeaders,
    },
  );
}

/** `done` for a success; otherwise the status. */
export function outcomeOf({ status }: Answer): 'done' | number {
  return status >= 200 && status < 300 ? 'done' : status;
}
