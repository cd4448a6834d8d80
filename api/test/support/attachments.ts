import { attachmentView, paths, type AttachmentView } from '@dps/contract';
import { expectView } from './client.ts';
import { PDF, upload } from './files.ts';
import type { TestUser } from './users.ts';
import type { TestServer } from './server.ts';

/** A PDF of this many bytes, with varying content. */
export function largePdf(bytes: number): Buffer {
  const filler = Buffer.alloc(bytes - PDF.length);
  for (let at = 0; at + 4 <= filler.length; at += 4) filler.writeUInt32LE((at * 2_654_435_761) % 2 ** 32, at);
  return Buffer.concat([PDF, filler]);
}

export async function attach(owner: TestUser, jobId: number, content?: Buffer): Promise<AttachmentView> {
  return expectView(await owner.client.post(paths.attachments(jobId), upload(content)), 201, attachmentView);
}

/** Starts a download. The caller reads the body. `given` are additional headers. */
export function download(
  server: TestServer,
  owner: TestUser,
  { jobId, id }: AttachmentView,
  given: Record<string, string> = {},
): Promise<Response> {
  const headers = { cookie: owner.client.cookie ?? '', ...given };
  return fetch(server.url + paths.attachment(jobId, id), { headers });
}
