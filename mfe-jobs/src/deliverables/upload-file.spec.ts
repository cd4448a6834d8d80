import { DELIVERABLE_PART_BYTES, type DeliverableView } from '@dps/contract';
import { aDeliverable } from '@dps/contract/testing';
import { uploadFile, type UploadCalls } from './upload-file.ts';

const SIZE = 2 * DELIVERABLE_PART_BYTES + 7;
const file = new File([new Uint8Array(SIZE)], 'cloud.las', { lastModified: 1000 });

const view = (given: Partial<DeliverableView> = {}) =>
  aDeliverable({
    id: 5,
    fileName: 'cloud.las',
    fileSize: SIZE,
    lastModified: 1000,
    receivedBytes: 0,
    completedAt: null,
    ...given,
  });
const failure = (status: number) => ({ status, message: String(status) });

/** A server with one upload. `failures` are the errors of the first calls that send a part. */
function newServer(open: DeliverableView[], failures: unknown[] = []) {
  const uploads = [...open];
  const log: string[] = [];
  const calls: UploadCalls = {
    list: () => Promise.resolve(uploads),
    startUpload: (body) => {
      log.push(`start ${body.fileSize}`);
      const upload = view(body);
      uploads.push(upload);
      return Promise.resolve(upload);
    },
    sendPart: (id, part, bytes) => {
      const error = failures.shift();
      log.push(`part ${part} of ${bytes.size}${error === undefined ? '' : ' fails'}`);
      if (error !== undefined) return Promise.reject(error);
      const at = uploads.findIndex((each) => each.id === id);
      uploads[at] = view({ ...uploads[at], receivedBytes: (part - 1) * DELIVERABLE_PART_BYTES + bytes.size });
      return Promise.resolve();
    },
    complete: (id) => {
      log.push(`complete ${id}`);
      return Promise.resolve(view({ completedAt: '2026-11-01T10:00:01.000Z' }));
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
  const result = uploadFile(file, calls, {
    signal: abort.signal,
    onStarted: () => undefined,
    onProgress: (bytes) => progress.push(bytes),
    onState: (state) => states.push(state),
  });
  return { result, progress, states };
}

const FULL = DELIVERABLE_PART_BYTES;

describe('the upload of a file', () => {
  it('continues an open upload of the same file at the offset of the server', async () => {
    const { calls, log } = newServer([view({ receivedBytes: FULL })]);
    const { result, progress } = send(calls);
    await result;
    expect(log).toEqual([`part 2 of ${FULL}`, 'part 3 of 7', 'complete 5']);
    expect(progress[0]).toBe(FULL);
  });

  it('[DELIVER-23] stores the file once if the response of its completion is lost', async () => {
    const { calls, log } = newServer([]);
    const { complete, list } = calls;
    let completed: DeliverableView | undefined;
    calls.complete = async (id) => {
      completed = await complete(id);
      throw failure(0);
    };
    calls.list = async () => (completed ? [completed] : list());
    expect((await send(calls).result).id).toBe(5);
    expect(log.slice(-2)).toEqual(['complete 5', 'wait 1']);
    expect(log.filter((line) => line.startsWith('start'))).toHaveLength(1);
  });

  it.each([
    ['no upload is open', []],
    ['the open one is of another time', [view({ id: 4, lastModified: 999 })]],
    ['the open one is of another size', [view({ id: 4, fileSize: SIZE - 1 })]],
    ['it is completed', [view({ id: 4, completedAt: '2026-11-01T10:00:01.000Z' })]],
  ])('starts, sends its parts in order and completes if %s', async (_what, open) => {
    const { calls, log } = newServer(open);
    await send(calls).result;
    const parts = [`part 1 of ${FULL}`, `part 2 of ${FULL}`, 'part 3 of 7'];
    expect(log).toEqual([`start ${SIZE}`, ...parts, 'complete 5']);
  });

  it.each([0, 401, 408, 409, 429, 503])(
    '[DELIVER-19] continues after a part that failed with %i',
    async (status) => {
      const { calls, log } = newServer([], [undefined, failure(status), failure(status)]);
      const { result, states } = send(calls);
      await result;
      expect(log.slice(1)).toEqual([
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

  it.each([400, 403, 404, 413])('ends after a part that failed with %i', async (status) => {
    const { calls, log } = newServer([], [failure(status)]);
    await expect(send(calls).result).rejects.toEqual(failure(status));
    expect(log).not.toContain('wait 1');
  });

  it('ends when a conflict remains', async () => {
    const { calls } = newServer([], Array(9).fill(failure(409)));
    await expect(send(calls).result).rejects.toEqual(failure(409));
  });

  it('sends nothing after an abort', async () => {
    const { calls, log } = newServer([]);
    const abort = new AbortController();
    const { result } = send({ ...calls, wait: () => Promise.resolve() }, abort);
    abort.abort(new Error('paused'));
    await expect(result).rejects.toThrow('paused');
    expect(log).toEqual([]);
  });
});
