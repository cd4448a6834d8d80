import { STORE_PACKAGE } from '@dps/contract';
import { preloadable } from '../modules/preloadable.tsx';
import { failStart } from '../modules/start-failure.ts';

/** The store, which attaches itself to the session, and its provider. Without them, the start of the shell fails. */
export const storePart = preloadable(async () => {
  const loading = import('../store.tsx');
  loading.catch(failStart);
  const { shellStore, StoreProvider } = await loading;
  shellStore();
  return { default: StoreProvider };
});

/** Whether a page needs the store. The routes of earlier releases do not list their shared packages. */
export const needsStore = (route: { shared?: readonly string[] } | undefined): boolean =>
  route?.shared?.includes(STORE_PACKAGE) ?? true;
