import { UploadStore } from './upload-store.ts';

const job = { id: 31, title: 'Roof' };
const stores: UploadStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.clear();
});

/** A store whose uploads `settle` completes. */
function newStore() {
  const sends: { name: string; end: PromiseWithResolvers<void> }[] = [];
  const failed: string[] = [];
  const store = new UploadStore(({ file }) => failed.push(file.name));
  stores.push(store);
  const add = (...names: string[]) =>
    store.add(
      { owner: 3, purpose: 'attachment', job },
      names.map((name) => new File(['x'], name)),
      ({ file: { name } }) => {
        const end = Promise.withResolvers<void>();
        sends.push({ name, end });
        return end.promise;
      },
    );
  const settle = async (name: string, error?: Error) => {
    const { end } = sends.findLast((each) => each.name === name) ?? {};
    if (error) end?.reject(error);
    else end?.resolve();
    // The store continues a few microtasks later.
    await new Promise((resolve) => setTimeout(resolve));
  };
  return {
    store,
    add,
    settle,
    failed,
    sent: () => sends.map(({ name }) => name),
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
