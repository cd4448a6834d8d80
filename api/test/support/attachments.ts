import { attachmentView, paths, type AttachmentView } from '@dps/shared-contracts';
import { expectView } from './client.ts';
import { PDF, upload } from './files.ts';
import type { Person } from './people.ts';
import type { TestServer } from './server.ts';

/** A PDF of this many bytes, none like the one before it. */
export function largePdf(bytes: number): Buffer {
  const filler = Buffer.alloc(bytes - PDF.length);
  for (let at = 0; at + 4 <= filler.length; at += 4) filler.writeUInt32LE((at * 2_654_435_761) % 2 ** 32, at);
  return Buffer.concat([PDF, filler]);
}

export async function attach(owner: Person, jobId: number, content?: Buffer): Promise<AttachmentView> {
  return expectView(await owner.client.post(paths.attachments(jobId), upload(content)), 201, attachmentView);
}

/** Begins a download; its body is read as the caller reads it. */
export function download(
  server: TestServer,
  owner: Person,
  { jobId, id }: AttachmentView,
): Promise<Response> {
  return fetch(server.url + paths.attachment(jobId, id), { headers: { cookie: owner.client.cookie ?? '' } });
}
