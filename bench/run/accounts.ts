import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
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

async function post(url: string, body: object, cookie = ''): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
  return response;
}

/** Signs a new user up and in. */
export async function signUp(url: string, role: Role): Promise<Account> {
  const username = `bench-${randomUUID().slice(0, 8)}`;
  const email = `${username}@example.com`;
  await post(url + paths.signup(), { username, password: PASSWORD, email, name: 'Measured', role });
  return signIn(url, username, PASSWORD);
}

export async function signIn(url: string, username: string, password: string): Promise<Account> {
  const signedIn = await post(url + paths.login(), { username, password });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const user = await fetch(url + paths.currentUser(), { headers: { cookie } });
  const { id } = await userView.validate(await user.json());
  return { id, username, cookie };
}

/** Posts a job. Returns its id. */
export async function postJob(url: string, cookie: string): Promise<number> {
  const job = {
    title: 'Quarry survey',
    description: 'Volumes of four stockpiles.',
    surveyType: 'Property Inspection',
    location: 'Baltimore, MD',
    budget: 900,
    deadline: '2099-06-30',
  };
  const response = await post(url + paths.jobs(), job, cookie);
  const { id } = await jobView.validate(await response.json());
  return id;
}

/** Returns the body of an upload of a PDF, with content of this size. */
export function pdfUpload(bytes: number): object {
  const content = Buffer.alloc(bytes, 'the content of a survey');
  content.write('%PDF-1.7');
  const file = { fileName: 'survey.pdf', fileType: 'pdf', fileSize: bytes, uploadedBy: 1 };
  return { ...file, fileData: content.toString('base64') };
}

/** Runs an action with a new connection to the database, then closes the connection. */
export async function withClient<T>(url: string, action: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  // The teardown may stop the server while the connection is open.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}
