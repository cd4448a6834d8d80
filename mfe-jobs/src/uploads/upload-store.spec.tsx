import type { UploadView } from '@dps/contract';
import type { UploadCalls } from '@dps/contract/upload';
import { UploadStore } from './upload-store.ts';

const job = { id: 31, title: 'Roof' };
const stores: UploadStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.clear();
});

/** A store whose calls that start uploads `settle` completes. */
function newStore() {
  const starts: { name: string; end: PromiseWithResolvers<UploadView> }[] = [];
  const failed: string[] = [];
  const store = new UploadStore(({ file }) => failed.push(file.name));
  stores.push(store);
  const calls: UploadCalls = {
    startUpload: ({ fileName }) => {
      const end = Promise.withResolvers<UploadView>();
      starts.push({ name: fileName, end });
      return end.promise;
    },
    sendPart: () => Promise.reject(new Error('No part is expected')),
    complete: () => Promise.reject(new Error('No completion is expected')),
    wait: () => Promise.resolve(),
  };
  const add = (...names: string[]) =>
    store.add(
      { owner: 3, purpose: 'attachment', job },
      names.map((name) => new File(['x'], name)),
      calls,
    );
  const settle = async (name: string, error?: Error) => {
    const { end } = starts.findLast((each) => each.name === name) ?? {};
    const facts = { id: 5, jobId: 31, purpose: 'attachment' as const, fileName: name, fileSize: 1 };
    if (error) end?.reject(error);
    else end?.resolve({ ...facts, receivedBytes: 1, completedAt: '2026-11-01T10:00:00.000Z' });
    // The store continues a few microtasks later.
    await new Promise((resolve) => setTimeout(resolve));
  };
  return {
    store,
    add,
    settle,
    failed,
    sent: () => starts.map(({ name }) => name),
    states: () => store.all().map(({ file, state }) => `${file.name} ${state}`),
  };
}
const confirmsUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('UploadStore', () => {
  it('[FILE-9] sends files one at a time, in order', async () => {
    const { add, sent, settle, states } = newStore();
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
    const { add, failed, sent, settle, states, store } = newStore();
    add('a', 'b');
    expect(confirmsUnload()).toBe(true);
    await settle('a', new Error('down'));
    await settle('b');
    // No upload is unfinished.
    expect(confirmsUnload()).toBe(false);
    expect(states()).toEqual(['a failed', 'b done']);
    expect(failed).toEqual(['a']);
    store.resume(1);
    expect(states()).toEqual(['a uploading', 'b done']);
    expect(sent()).toEqual(['a', 'b', 'a']);
  });

  it('aborts a removed file, and continues with the next', async () => {
    const { add, failed, sent, settle, states, store } = newStore();
    add('a', 'b', 'c');
    store.remove(1);
    await settle('a');
    expect(states()).toEqual(['b uploading', 'c waiting']);
    expect(sent()).toEqual(['a', 'b']);
    expect(failed).toEqual([]);
  });

  it('removes all files of a user who leaves', async () => {
    const { add, failed, settle, sent, states, store } = newStore();
    add('a', 'b', 'c');
    store.clear();
    await settle('a');
    expect(states()).toEqual([]);
    expect(sent()).toEqual(['a']);
    expect(failed).toEqual([]);
  });
});
