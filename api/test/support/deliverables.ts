import { createHash, randomUUID } from 'node:crypto';
import {
  DELIVERABLE_PART_BYTES,
  deliverableView,
  partCount,
  paths,
  type DeliverableView,
} from '@dps/contract';
import { Deliverable, DeliverablePart } from '../../src/modules/deliverables/deliverable.entity.ts';
import { expectView, type Answer } from './client.ts';
import { PDF } from './files.ts';
import type { TestServer } from './server.ts';
import type { TestUser } from './users.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Body of the call that starts the upload of a file. */
export function uploadBody(content: Buffer, fileName = 'plan.pdf') {
  return { fileName, fileSize: content.length, lastModified: 1_900_000_000_000 };
}

export async function startUpload(
  pilot: TestUser,
  jobId: number,
  content: Buffer,
  fileName?: string,
): Promise<DeliverableView> {
  const answer = await pilot.client.post(paths.deliverables(jobId), uploadBody(content, fileName));
  return expectView(answer, 201, deliverableView);
}

type Ids = Pick<DeliverableView, 'id' | 'jobId'>;

const pathOf = ({ jobId, id }: Ids) => paths.deliverable(jobId, id);

/** Part `part` of a file, counted from 1. */
export function partOf(content: Buffer, part: number): Buffer {
  return content.subarray((part - 1) * DELIVERABLE_PART_BYTES, part * DELIVERABLE_PART_BYTES);
}

export function sendPart(pilot: TestUser, upload: Ids, part: number, bytes: Buffer): Promise<Answer> {
  return pilot.client.put(`${pathOf(upload)}/parts/${part}`, bytes);
}

export function complete(pilot: TestUser, upload: Ids): Promise<Answer> {
  return pilot.client.post(`${pathOf(upload)}/complete`);
}

/** Starts an upload and sends all parts of the file. */
export async function send(
  pilot: TestUser,
  jobId: number,
  content: Buffer,
  fileName?: string,
): Promise<DeliverableView> {
  let upload = await startUpload(pilot, jobId, content, fileName);
  for (let part = 1; part <= partCount(content.length); part += 1) {
    upload = expectView(await sendPart(pilot, upload, part, partOf(content, part)), 200, deliverableView);
  }
  return upload;
}

/** Delivers a file. */
export async function deliver(
  pilot: TestUser,
  jobId: number,
  content: Buffer = PDF,
  fileName?: string,
): Promise<DeliverableView> {
  return expectView(await complete(pilot, await send(pilot, jobId, content, fileName)), 200, deliverableView);
}

/** Downloads a file without decoding it. `given` are additional headers. */
export async function download(
  server: TestServer,
  user: TestUser,
  ids: Ids,
  given: Record<string, string> = {},
) {
  const headersSent = { cookie: user.client.cookie ?? '', ...given };
  const response = await fetch(server.url + pathOf(ids), { headers: headersSent });
  const { status, headers } = response;
  return { status, headers, content: Buffer.from(await response.arrayBuffer()) };
}

interface Stored {
  jobId: number;
  pilotId: number;
  completed: boolean;
}

/** Stores a deliverable with its content, in a job of any status. Returns its id. */
export async function storeDeliverable(
  { dataSource }: TestServer,
  { jobId, pilotId, completed }: Stored,
): Promise<number> {
  const key = randomUUID();
  await dataSource.query('INSERT INTO attachment_parts VALUES ($1, 0, $2)', [key, PDF]);
  const deliverable = dataSource.getRepository(Deliverable).create({
    jobId,
    uploadedBy: pilotId,
    fileName: 'plan.pdf',
    fileType: 'pdf',
    mediaType: 'application/pdf',
    fileSize: PDF.length,
    fileModifiedAt: new Date(),
    receivedBytes: PDF.length,
    ...(completed
      ? { completedAt: new Date(), preview: Buffer.from('WebP'), hasPreview: true }
      : { uploadExpiresAt: new Date(Date.now() + DAY_MS) }),
  });
  await dataSource.manager.insert(Deliverable, deliverable);
  await dataSource.manager.insert(DeliverablePart, {
    deliverableId: deliverable.id,
    part: 1,
    size: PDF.length,
    contentStore: 'database',
    contentKey: key,
    contentSha256: createHash('sha256').update(PDF).digest(),
  });
  return deliverable.id;
}
