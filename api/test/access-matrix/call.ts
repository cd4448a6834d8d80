import { permission, type PermissionName, type Role } from '@dps/shared-contracts';
import { TestClient, type Answer, type Method } from '../support/client.ts';
import type { Person } from '../support/people.ts';
import type { Recipe } from './recipes.ts';
import type { Identity, Subject } from './rules.ts';
import type { World } from './world.ts';

/** One call of a recipe. */
export interface Cell {
  method: Method;
  identity: Identity;
  subject: Subject;
}

/** The role of those who may make a call; the client's where both may. */
function ableRole(asks: readonly PermissionName[]): Role {
  return asks.some((name) => permission(name).roles.includes('client')) ? 'client' : 'pilot';
}

/** Who makes a call, and with what session; without one, in place of somebody who might. */
function callerOf(
  world: World,
  { asks }: Recipe,
  identity: Identity,
): { caller: Person; client: TestClient } {
  const { people, expired, server } = world;
  const role = ableRole(asks);
  const able = people[role === 'client' ? 'owner' : 'assigned pilot'];
  if (identity === 'anonymous') return { caller: able, client: new TestClient(server) };
  if (identity === 'expired session') return { caller: able, client: expired[role] };
  return { caller: people[identity], client: people[identity].client };
}

/** Makes a call as its recipe says, with more fields in its body where some are given. */
export async function call(world: World, recipe: Recipe, cell: Cell, more?: object): Promise<Answer> {
  const { caller, client } = callerOf(world, recipe, cell.identity);
  const { parameters = {}, body, headers } = await recipe.request({ world, caller }, cell.subject);
  const path = recipe.url.replace(/:(\w+)/g, (_match, name: string) => String(parameters[name]));
  return client.send(cell.method, path, more ? { ...Object(body), ...more } : body, headers);
}

/** `done` for any success, else the status. */
export function outcomeOf({ status }: Answer): 'done' | number {
  return status >= 200 && status < 300 ? 'done' : status;
}
