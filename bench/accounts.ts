import { randomUUID } from 'node:crypto';
import { jobView, paths, userView, type Role } from '@dps/contract';

/** Password of each user. */
export const PASSWORD = 'measured-2026';

/** A signed-in user. */
export interface Account {
  id: number;
  username: string;
  /** Session cookie, as the value of a `cookie` header. */
  cookie: string;
}

/** The users of a product: a client and a pilot with common jobs, and another client. */
export type Users = Record<'client' | 'pilot' | 'otherClient', Account>;

async function post(url: string, body: object, cookie = ''): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
  return response;
}

/** Signs up a new user and signs the user in. */
export async function signUp(api: string, role: Role): Promise<Account> {
  const username = `bench-${randomUUID().slice(0, 8)}`;
  const email = `${username}@example.com`;
  await post(api + paths.signup(), { username, password: PASSWORD, email, name: 'Measured', role });
  const signedIn = await post(api + paths.login(), { username, password: PASSWORD });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const user = await fetch(api + paths.currentUser(), { headers: { cookie } });
  const { id } = await userView.validate(await user.json());
  return { id, username, cookie };
}

/** A valid job. */
export const jobContent = {
  title: 'Quarry survey',
  description: 'Volumes of four stockpiles.',
  surveyType: 'Property Inspection',
  location: 'Baltimore, MD',
  budget: 900,
  deadline: '2099-06-30',
};

/** Posts a job. Returns its id. */
export async function postJob(api: string, cookie: string): Promise<number> {
  const response = await post(api + paths.jobs(), jobContent, cookie);
  const { id } = await jobView.validate(await response.json());
  return id;
}
