import { createHash, randomUUID } from 'node:crypto';
import {
  UPLOAD_PART_BYTES,
  deliverableListView,
  partCount,
  paths,
  uploadView,
  type DeliverableView,
  type FilePurpose,
  type UploadView,
} from '@dps/contract';
import { JobFile, JobFilePart } from '../../src/modules/job-files/job-file.entity.ts';
import { expectView, type ApiResponse } from './client.ts';
import { PDF } from './files.ts';
import type { TestServer } from './server.ts';
import type { TestUser } from './users.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let lastModified = 1_900_000_000_000;

/** Body of the call that starts the upload of another file, by default of a deliverable. */
export function uploadBody(content: Buffer, fileName = 'plan.pdf', purpose: FilePurpose = 'deliverable') {
  lastModified += 1;
  return { purpose, fileName, fileSize: content.length, lastModified };
}

export async function startUpload(
  user: TestUser,
  jobId: number,
  content: Buffer,
  fileName?: string,
  purpose?: FilePurpose,
): Promise<UploadView> {
  const response = await user.client.post(paths.uploads(jobId), uploadBody(content, fileName, purpose));
  return expectView(response, 201, uploadView);
}

type Ids = Pick<UploadView, 'id' | 'jobId'>;

const pathOf = ({ jobId, id }: Ids) => paths.upload(jobId, id);

/** Part `part` of a file, counted from 1. */
export function partOf(content: Buffer, part: number): Buffer {
  return content.subarray((part - 1) * UPLOAD_PART_BYTES, part * UPLOAD_PART_BYTES);
}

export function sendPart(pilot: TestUser, upload: Ids, part: number, bytes: Buffer): Promise<ApiResponse> {
  return pilot.client.put(`${pathOf(upload)}/parts/${part}`, bytes);
}

export function complete(pilot: TestUser, upload: Ids): Promise<ApiResponse> {
  return pilot.client.post(`${pathOf(upload)}/complete`);
}

/** Starts an upload and sends all parts of the file. */
export async function send(
  user: TestUser,
  jobId: number,
  content: Buffer,
  fileName?: string,
  purpose?: FilePurpose,
): Promise<UploadView> {
  let upload = await startUpload(user, jobId, content, fileName, purpose);
  for (let part = 1; part <= partCount(content.length); part += 1) {
    upload = expectView(await sendPart(user, upload, part, partOf(content, part)), 200, uploadView);
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
  const { id } = expectView(
    await complete(pilot, await send(pilot, jobId, content, fileName)),
    200,
    uploadView,
  );
  const list = expectView(await pilot.client.get(paths.deliverables(jobId)), 200, deliverableListView);
  const delivered = list.find((each) => each.id === id);
  if (!delivered) throw new Error('The delivered file is not in the list');
  return delivered;
}

/** Downloads a file without decoding it. `given` are additional headers. */
export async function download(
  server: TestServer,
  user: TestUser,
  ids: Ids,
  given: Record<string, string> = {},
) {
  const headersSent = { cookie: user.client.cookie ?? '', ...given };
  const response = await fetch(server.url + paths.deliverable(ids.jobId, ids.id), { headers: headersSent });
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
  await dataSource.query('INSERT INTO content_parts VALUES ($1, 0, $2)', [key, PDF]);
  await dataSource.query('INSERT INTO content_hashes VALUES ($1, sha256($2), sha256($2))', [key, PDF]);
  const deliverable = dataSource.getRepository(JobFile).create({
    jobId,
    purpose: 'deliverable',
    fileType: 'pdf',
    uploadedBy: pilotId,
    fileName: 'plan.pdf',
    mediaType: 'application/pdf',
    fileSize: PDF.length,
    fileModifiedAt: new Date(),
    receivedBytes: PDF.length,
    ...(completed
      ? { completedAt: new Date(), preview: Buffer.from('WebP'), hasPreview: true }
      : { uploadExpiresAt: new Date(Date.now() + DAY_MS) }),
  });
  await dataSource.manager.insert(JobFile, deliverable);
  await dataSource.manager.insert(JobFilePart, {
    fileId: deliverable.id,
    part: 1,
    size: PDF.length,
    contentStore: 'database',
    contentKey: key,
    contentSha256: createHash('sha256').update(PDF).digest(),
  });
  return deliverable.id;
}
