import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { keysForAll } from '../store/key-ring.ts';
import { newKey, signRegistry } from '../store/release-key.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { revisionContent, revisionFile } from '../store/revisions.ts';
import { StoreError } from '../store/store-error.ts';
import { registryOf } from '../store/testing/releases.ts';
import { changeRegistry, type ReleaseContext } from './change-registry.ts';

const { key } = newKey();
const NEXT = revisionFile(2);

let stored: Map<string, Buffer>;
let notices: string[];
beforeEach(() => {
  stored = new Map([[revisionFile(1), revisionContent(signRegistry(registryOf(['jobs']), key))]]);
  notices = [];
});

const memory: ReleaseStore = {
  address: 'memory',
  readFile: async (path) => stored.get(path) ?? null,
  createFile: async (path, content) => {
    if (stored.has(path)) return false;
    stored.set(path, Buffer.from(content));
    return true;
  },
  listFiles: async (folder) => [...stored.keys()].filter((path) => path.startsWith(`${folder}/`)),
  listDetails: async () => new Map(),
  removeFile: async (path) => void stored.delete(path),
};

/** Adds the module `weather` to the registry of a store. */
function change(store: Partial<ReleaseStore>, products: Partial<ReleaseContext['products']> = {}) {
  const context: ReleaseContext = {
    store: { ...memory, ...store },
    key,
    keys: keysForAll([key.publicKey]),
    products: { urls: [], areRequired: true, withinMs: 0, ...products },
    notice: (line) => notices.push(line),
    dryRun: false,
    by: 'ada',
  };
  return changeRegistry(context, () => ({
    registry: registryOf(['jobs', 'weather']),
    summary: 'publish weather',
  }));
}

const full = async (): Promise<never> => {
  throw new Error('memory/revisions/2.json cannot be written: no space is left (ENOSPC)');
};

describe('changeRegistry', () => {
  it('changes nothing if the store is full, and a later attempt succeeds', async () => {
    await expect(change({ createFile: full })).rejects.toThrow(
      'memory/revisions/2.json cannot be written: no space is left (ENOSPC).\nThe registry is unchanged.',
    );
    expect([...stored.keys()]).toEqual([revisionFile(1)]);
    expect(await change({})).toMatchObject({ registry: { revision: 2 } });
    expect([...stored.keys()]).toEqual([revisionFile(1), NEXT, 'history/2.json']);
  });

  it('succeeds once if the store has written the revision in spite of an error, or at the first of two attempts', async () => {
    const failing: ReleaseStore['createFile'] = async (path, content) => {
      await memory.createFile(path, content);
      return path === NEXT ? full() : true;
    };
    expect(await change({ createFile: failing })).toMatchObject({ registry: { revision: 2 } });
    const repeating: ReleaseStore['createFile'] = async (path, content) => {
      await memory.createFile(path, content);
      return memory.createFile(path, content);
    };
    expect(await change({ createFile: repeating })).toMatchObject({ registry: { revision: 3 } });
    expect(stored.has(revisionFile(4))).toBe(false);
  });

  it('reports an unknown result if the store is away after the write, or may still write', async () => {
    const readFile: ReleaseStore['readFile'] = (path) => (path === NEXT ? full() : memory.readFile(path));
    const slow = async (): Promise<never> => {
      throw new StoreError('memory/revisions/2.json cannot be written: the store is slow', true);
    };
    const unknown = 'It is unknown whether revision 2 was written.';
    await expect(change({ createFile: full, readFile })).rejects.toThrow(unknown);
    await expect(change({ createFile: slow })).rejects.toThrow(`the store is slow.\n${unknown}`);
  });

  it('succeeds without an entry in the history, and reports that', async () => {
    const createFile: ReleaseStore['createFile'] = (path, content) =>
      path === NEXT ? memory.createFile(path, content) : full();
    await change({ createFile });
    expect(notices).toEqual([
      expect.stringContaining('The change is done, but it is missing in the history'),
    ]);
  });
});

describe('changeRegistry with a product', () => {
  let server: Server;
  let served: () => Buffer | undefined;
  let urls: string[];
  beforeEach(async () => {
    server = createServer((_request, response) => response.end(served())).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    urls = [`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`];
  });
  afterEach(() => server.close());

  it('is done when the product serves the change', async () => {
    const first = stored.get(revisionFile(1));
    let requests = 0;
    served = () => {
      requests += 1;
      return requests === 1 ? first : stored.get(NEXT);
    };
    await change({}, { urls, withinMs: 600_000 });
    expect(requests).toBe(2);
  });

  it.each<[string, () => Buffer | undefined, string]>([
    [
      'an older revision',
      () => stored.get(revisionFile(1)),
      'serves revision 1, and the store has revision 2.',
    ],
    [
      'another store',
      () => revisionContent(registryOf([], 9)),
      'serves revision 9, and the store has revision 2.',
    ],
    ['no registry', () => Buffer.from('no'), 'It is unknown what http://127.0.0.1:'],
  ])('is not done while the product serves %s', async (_case, response, problem) => {
    served = response;
    const changing = change({}, { urls });
    await expect(changing).rejects.toThrow('Revision 2 is stored, but it is not in use everywhere.');
    await expect(changing).rejects.toThrow(problem);
  });
});
