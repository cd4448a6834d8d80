import { randomUUID } from 'node:crypto';
import { jobView, paths, type Role } from '@dps/shared-contracts';

const PASSWORD = 'measured-2026';

async function post(url: string, body: object, cookie = ''): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response;
}

/** A new account; answers the cookie of its session. */
export async function signUp(api: string, role: Role): Promise<string> {
  const username = `bench-${randomUUID().slice(0, 8)}`;
  const email = `${username}@example.com`;
  await post(api + paths.signup(), { username, password: PASSWORD, email, name: 'Measured', role });
  const signedIn = await post(api + paths.login(), { username, password: PASSWORD });
  return signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** A new job; answers the address that takes its files. */
export async function postJob(api: string, cookie: string): Promise<string> {
  const job = {
    title: 'Quarry survey',
    description: 'Volumes of four stockpiles.',
    surveyType: 'Property Inspection',
    location: 'Baltimore, MD',
    budget: 900,
    deadline: '2099-06-30',
  };
  const answer = await post(api + paths.jobs(), job, cookie);
  const { id } = await jobView.validate(await answer.json());
  return api + paths.attachments(id);
}
