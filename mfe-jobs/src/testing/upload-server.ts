import { UPLOAD_PART_BYTES, type DeliverableView, type FilePurpose } from '@dps/contract';
import { aDeliverable, reply, type FakeRequest, type Handlers } from '@dps/contract/testing';

/** A file of a job, as both an upload and a deliverable. */
type StoredFile = DeliverableView & { purpose: FilePurpose };

export const LIST = 'GET /api/jobs/:id/deliverables';
export const UNSENT = 'GET /api/jobs/:id/uploads';
export const START = 'POST /api/jobs/:id/uploads';
export const PART = 'PUT /api/jobs/:id/uploads/:uploadId/parts/:part';
const COMPLETE = 'POST /api/jobs/:id/uploads/:uploadId/complete';

const COMPLETED = { completedAt: '2026-11-12T16:00:00.000Z' };
const notFound = () => reply(404, { code: 'not_found', message: 'Not found.' });

/** Handlers of a server that stores uploads. `handlers` replace its responses. */
export function uploadServer(files: readonly DeliverableView[] = [], handlers: Handlers = {}) {
  const stored: StoredFile[] = files.map((file) => ({ ...file, purpose: 'deliverable' }));
  const find = ({ url }: FakeRequest) =>
    stored.find(({ id }) => id === Number(/(?:uploads|deliverables)\/(\d+)/.exec(url)?.[1]));
  const remove = (request: FakeRequest) => {
    const file = find(request);
    if (!file) return notFound();
    stored.splice(stored.indexOf(file), 1);
    return reply(204);
  };
  const change = (request: FakeRequest, given: (file: StoredFile) => Partial<StoredFile>) => {
    const file = find(request);
    return file ? { ...Object.assign(file, given(file)) } : notFound();
  };
  return {
    [LIST]: () => stored.map((file) => ({ ...file })),
    [UNSENT]: () =>
      stored.filter(({ purpose, completedAt }) => purpose === 'message' && completedAt !== null),
    [START]: ({ url, body }: FakeRequest) => {
      const { fileName, fileSize, lastModified } = Object(body);
      const same = stored.find(
        (file) =>
          file.completedAt === null &&
          file.fileName === fileName &&
          file.fileSize === fileSize &&
          file.lastModified === lastModified,
      );
      if (same) return { ...same };
      const jobId = Number(url.split('/')[3]);
      const begun = { id: 30 + stored.length, jobId, receivedBytes: 0, completedAt: null };
      const upload: StoredFile = { ...aDeliverable(begun), ...Object(body) };
      stored.push(upload);
      return reply(201, upload);
    },
    [PART]: (request: FakeRequest) =>
      change(request, ({ fileSize }) => ({
        receivedBytes: Math.min(Number(request.url.split('/').at(-1)) * UPLOAD_PART_BYTES, fileSize),
      })),
    [COMPLETE]: (request: FakeRequest) => change(request, () => COMPLETED),
    'DELETE /api/jobs/:id/uploads/:uploadId': remove,
    'DELETE /api/jobs/:id/deliverables/:id': remove,
    ...handlers,
  };
}
