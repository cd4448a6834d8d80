import { UploadQueue, type Upload } from './upload-queue.ts';

const job = { id: 31, title: 'Roof' };
const files = (...names: string[]) => names.map((name) => new File(['x'], name));

const queues: UploadQueue[] = [];
afterEach(() => {
  for (const queue of queues.splice(0)) queue.clear();
});

/** A queue with requests that `settle` completes. */
function newQueue() {
  const calls: { name: string; end: PromiseWithResolvers<unknown> }[] = [];
  const failed: string[] = [];
  const queue = new UploadQueue(({ file }) => failed.push(file.name));
  queues.push(queue);
  const send = ({ file }: Upload) => {
    const end = Promise.withResolvers<unknown>();
    calls.push({ name: file.name, end });
    const abort = () => end.reject(new DOMException('Aborted', 'AbortError'));
    return { unwrap: () => end.promise, abort };
  };
  const add = (...names: string[]) => queue.add({ owner: 3, job }, files(...names), send);
  const settle = async (name: string, error?: Error) => {
    const call = calls.findLast((each) => each.name === name);
    if (error) call?.end.reject(error);
    else call?.end.resolve({});
    await Promise.allSettled([call?.end.promise]);
    // The queue continues one microtask later.
    await Promise.resolve();
  };
  return {
    queue,
    send,
    add,
    settle,
    failed,
    sent: () => calls.map(({ name }) => name),
    states: () => queue.all().map(({ file, state }) => `${file.name} ${state}`),
  };
}
const confirmsUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('UploadQueue', () => {
  it('[FILE-9] sends files one at a time, in order', async () => {
    const { add, sent, settle, states } = newQueue();
    add('a', 'b');
    add('c');
    expect(sent()).toEqual(['a']);
    await settle('a');
    expect(sent()).toEqual(['a', 'b']);
    expect(states()).toEqual(['a done', 'b uploading', 'c waiting']);
    // Files that are added remove the finished ones.
    add('d');
    expect(states()).toEqual(['b uploading', 'c waiting', 'd waiting']);
  });

  it('keeps a failed file, and sends it again on retry', async () => {
    const { add, failed, queue, send, sent, settle, states } = newQueue();
    add('a', 'b');
    queue.progress(1, 0.5);
    expect(confirmsUnload()).toBe(true);
    await settle('a', new Error('down'));
    await settle('b');
    // No upload is unfinished.
    expect(confirmsUnload()).toBe(false);
    expect(states()).toEqual(['a failed', 'b done']);
    expect(failed).toEqual(['a']);
    queue.retry(1, send);
    expect(queue.get(1)).toMatchObject({ state: 'uploading', percent: 0, error: undefined });
    queue.retry(1, send);
    expect(sent()).toEqual(['a', 'b', 'a']);
  });

  it('aborts a removed file, and continues with the next', async () => {
    const { add, failed, queue, sent, settle, states } = newQueue();
    add('a', 'b', 'c');
    queue.remove(1);
    await settle('a');
    expect(states()).toEqual(['b uploading', 'c waiting']);
    expect(sent()).toEqual(['a', 'b']);
    expect(failed).toEqual([]);
  });

  it('removes all uploads when a sign-out aborts the requests', async () => {
    const { add, failed, settle, sent, states } = newQueue();
    add('a', 'b', 'c');
    await settle('a', new DOMException('Aborted', 'AbortError'));
    expect(states()).toEqual([]);
    expect(sent()).toEqual(['a']);
    expect(failed).toEqual([]);
  });

  it('reports each integer percentage once', () => {
    const { add, queue } = newQueue();
    add('a');
    let changes = 0;
    const stop = queue.subscribe(() => (changes += 1));
    for (const part of [0.101, 0.102, 0.2]) queue.progress(1, part);
    expect(queue.get(1)?.percent).toBe(20);
    expect(changes).toBe(2);
    stop();
    queue.progress(1, 0.3);
    expect(changes).toBe(2);
  });
});
