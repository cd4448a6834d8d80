import type { KeptCall } from '@dps/contract/client';

/** A call on the device, which waits or was refused. */
export type StoredCall = Omit<KeptCall, 'isSent' | 'response' | 'remove'>;

const DATABASE = 'dps-field';
const STORE = 'calls';
const BY_USER = 'user';

/** Some browsers never respond in a private window. */
const TIMEOUT_MS = 3_000;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    const timer = setTimeout(() => reject(new Error('IndexedDB does not respond')), TIMEOUT_MS);
    opening.addEventListener('upgradeneeded', () => {
      const store = opening.result.createObjectStore(STORE, { keyPath: 'id', autoIncrement: true });
      store.createIndex(BY_USER, 'userId');
    });
    opening.addEventListener('success', () => {
      clearTimeout(timer);
      resolve(opening.result);
    });
    opening.addEventListener('error', () => {
      clearTimeout(timer);
      reject(opening.error);
    });
  });
}

/** Makes a request in a transaction, and resolves with its result when the transaction is complete. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  makeRequest: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = makeRequest(transaction.objectStore(STORE));
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () => reject(transaction.error));
    });
  } finally {
    database.close();
  }
}

/** The calls on this device, in IndexedDB. Every function rejects if the browser does not store data. */
export const callStore = {
  /** Stores a call of a user. Resolves with it. */
  add: async (call: Omit<StoredCall, 'id'>): Promise<StoredCall> => {
    const id = await inStore('readwrite', (store) => store.add(call));
    return { ...call, id: Number(id) };
  },
  /** Resolves with the calls of a user, the oldest first. */
  ofUser: (userId: number): Promise<StoredCall[]> =>
    inStore('readonly', (store) => store.index(BY_USER).getAll(userId)),
  /** Resolves with whether a call still waits: another tab may have sent it. */
  waits: async (id: number): Promise<boolean> => {
    const call = await inStore<StoredCall | undefined>('readonly', (store) => store.get(id));
    return call !== undefined && call.refusal === undefined;
  },
  put: (call: StoredCall): Promise<unknown> => inStore('readwrite', (store) => store.put(call)),
  remove: (id: number): Promise<unknown> => inStore('readwrite', (store) => store.delete(id)),
};

export type CallStore = typeof callStore;
