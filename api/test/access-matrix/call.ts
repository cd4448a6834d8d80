import { permission, type PermissionName, type Role } from '@dps/contract';
import { TestClient, type ApiResponse, type Method } from '../support/client.ts';
import type { TestUser } from '../support/users.ts';
import type { Recipe, Request } from './recipes.ts';
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

interface More {
  /** Additional fields of the body. */
  body?: object;
  headers?: Record<string, string>;
}

/** The client and the valid request of a recipe. The client's session has the proof, if the call needs it. */
export async function requestOf(world: World, recipe: Recipe, { identity, subject }: Omit<Cell, 'method'>) {
  const { caller, client } = callerOf(world, recipe, identity);
  const request = await recipe.request({ world, caller }, subject);
  // The e-mail is part of the profile, so the service requires its proof.
  if (permission(recipe.declares).proof ?? recipe.declares === 'user.update-profile') await client.prove();
  return { client, ...request };
}

/** The path of a recipe, with these values of its parameters. */
export function pathOf({ url }: Recipe, parameters: Request['parameters'] = {}): string {
  return url.replace(/:(\w+)/g, (_match, name: string) => String(parameters[name]));
}

/** Prepares the call of a recipe. Returns the function that sends it. */
export async function prepareCall(
  world: World,
  recipe: Recipe,
  cell: Cell,
  more: More = {},
): Promise<() => Promise<ApiResponse>> {
  const { client, parameters, body, headers } = await requestOf(world, recipe, cell);
  const sent = more.body ? { ...Object(body), ...more.body } : body;
  const path = pathOf(recipe, parameters);
  return () => client.send(cell.method, path, sent, { ...headers, ...more.headers });
}

/** Makes the call of a recipe. */
export async function call(world: World, recipe: Recipe, cell: Cell, more?: More): Promise<ApiResponse> {
  const send = await prepareCall(world, recipe, cell, more);
  return send();
}

/** `done` for a success; otherwise the status. */
export function outcomeOf({ status }: ApiResponse): 'done' | number {
  return status >= 200 && status < 300 ? 'done' : status;
}
