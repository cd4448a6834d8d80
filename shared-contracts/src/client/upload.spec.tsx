import { UPLOAD_PART_BYTES } from '../domain/upload.ts';
import type { UploadView } from '../schemas/upload.ts';
import { uploadFile, type UploadCalls } from './upload.ts';

const SIZE = 2 * UPLOAD_PART_BYTES + 7;
const file = new File([new Uint8Array(SIZE)], 'cloud.las', { lastModified: 1000 });

const view = (given: Partial<UploadView> = {}): UploadView => ({
  id: 5,
  jobId: 7,
  purpose: 'deliverable',
  fileName: 'cloud.las',
  fileSize: SIZE,
  receivedBytes: 0,
  completedAt: null,
  ...given,
});
const failure = (status: number, code = 'internal') => ({ status, code, message: String(status) });

/** A server with one upload. `failures` are the errors of the first calls that send a part. */
function newServer(given: Partial<UploadView> = {}, failures: unknown[] = []) {
  let upload = view(given);
  const log: string[] = [];
  const calls: UploadCalls = {
    startUpload: ({ fileSize }, key) => {
      log.push(`start ${fileSize} ${key}`);
      return Promise.resolve(upload);
    },
    sendPart: (_id, part, bytes) => {
      const error = failures.shift();
      log.push(`part ${part} of ${bytes.size}${error === undefined ? '' : ' fails'}`);
      if (error !== undefined) return Promise.reject(error);
      upload = { ...upload, receivedBytes: (part - 1) * UPLOAD_PART_BYTES + bytes.size };
      return Promise.resolve();
    },
    complete: (id) => {
      log.push(`complete ${id}`);
      upload = { ...upload, completedAt: '2026-11-01T10:00:01.000Z' };
      return Promise.resolve(upload);
    },
    wait: (attempt) => {
      log.push(`wait ${attempt}`);
      return Promise.resolve();
    },
  };
  return { calls, log };
}

function send(calls: UploadCalls, abort = new AbortController()) {
  const progress: number[] = [];
  const states: string[] = [];
  const started: number[] = [];
  const result = uploadFile({ file, purpose: 'deliverable', idempotencyKey: 'a' }, calls, {
    signal: abort.signal,
    onStarted: (id) => started.push(id),
    onProgress: (bytes) => progress.push(bytes),
    onState: (state) => states.push(state),
  });
  return { result, progress, states, started };
}

const FULL = UPLOAD_PART_BYTES;

describe('the upload of a file', () => {
  it('sends its parts in order, completes, and continues at the offset of the server', async () => {
    const { calls, log } = newServer();
    await send(calls).result;
    const parts = [`part 1 of ${FULL}`, `part 2 of ${FULL}`, 'part 3 of 7'];
    expect(log).toEqual([`start ${SIZE} a`, ...parts, 'complete 5']);
    const interrupted = newServer({ receivedBytes: FULL });
    const { result, progress } = send(interrupted.calls);
    await result;
    expect(interrupted.log.slice(1)).toEqual([`part 2 of ${FULL}`, 'part 3 of 7', 'complete 5']);
    expect(progress[0]).toBe(FULL);
  });

  it('has the id of an upload that is complete already', async () => {
    const { calls, log } = newServer({ completedAt: '2026-11-01T10:00:00.000Z' });
    const { result, started } = send(calls);
    await result;
    expect([started, log]).toEqual([[5], [`start ${SIZE} a`]]);
  });

  it('[DELIVER-23] ends if only the response of its completion is lost', async () => {
    const { calls, log } = newServer({ receivedBytes: SIZE });
    const { complete } = calls;
    calls.complete = async (id) => {
      await complete(id);
      throw failure(0);
    };
    await send(calls).result;
    expect(log).toEqual([`start ${SIZE} a`, 'complete 5', 'wait 1', `start ${SIZE} a`]);
  });

  it.each([0, 401, 408, 409, 429, 503])(
    '[DELIVER-19] continues after a part that failed with %i',
    async (status) => {
      const lost = failure(status, 'upload_conflict');
      const { calls, log } = newServer({}, [undefined, lost, lost]);
      const { result, states } = send(calls);
      await result;
      expect(log.filter((line) => !line.startsWith('start'))).toEqual([
        `part 1 of ${FULL}`,
        `part 2 of ${FULL} fails`,
        'wait 1',
        `part 2 of ${FULL} fails`,
        'wait 2',
        `part 2 of ${FULL}`,
        'part 3 of 7',
        'complete 5',
      ]);
      expect(states).toContain('retrying');
    },
  );

  it.each([400, 403, 404, 409, 413])('ends after a part that failed with %i', async (status) => {
    const { calls, log } = newServer({}, [failure(status)]);
    await expect(send(calls).result).rejects.toEqual(failure(status));
    expect(log).not.toContain('wait 1');
  });

  it('ends when a conflict remains', async () => {
    const { calls } = newServer({}, Array(9).fill(failure(409, 'upload_conflict')));
    await expect(send(calls).result).rejects.toEqual(failure(409, 'upload_conflict'));
  });

  it('sends no part after an abort', async () => {
    const { calls, log } = newServer();
    const abort = new AbortController();
    const { result } = send({ ...calls, wait: () => Promise.resolve() }, abort);
    abort.abort(new Error('paused'));
    await expect(result).rejects.toThrow('paused');
    expect(log).toEqual([`start ${SIZE} a`]);
  });
});
