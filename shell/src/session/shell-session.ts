import { useSyncExternalStore } from 'react';
import { COHORT_COOKIE, cookieText, parseUser, ROLE_COOKIE, userSeed, type UserView } from '@dps/contract';
import {
  isUnauthenticated,
  repeatable,
  send,
  sessionCalls,
  sessionNotKept,
  type ApiError,
  type SignIn,
} from '@dps/contract/guest';
import { wait } from '../modules/in-tasks.ts';
import { hasSignedOut, recordSessionUser, pendingSignOut } from './browser-session.ts';
import { callFailed, callSucceeded } from './call-outcome.ts';

type SessionState =
  | { state: 'loading' }
  /** `isExplicit`: the user ended the last session. The next one then starts at the dashboard, not at the last page. */
  | { state: 'signed-out'; isExplicit: boolean }
  | { state: 'signed-in'; user: UserView }
  | { state: 'unknown'; error: unknown; retry: () => void };

/** The current user in the store. */
export interface SessionStore {
  /** Stores the current user without a request. */
  setUser: (user: UserView | null) => void;
  /** Deletes all data of the current user, without a request. */
  endSession: () => void;
  requestUser: () => void;
  /** Shows the name of a user who has signed in in another tab. */
  notifyUserChange: (name: string) => void;
  /** Stores the user of a sign-in. */
  openSession: (user: UserView) => Promise<void>;
  /** Requests the jobs of a user for the side panel and the pages. Resolves after the response. */
  prefetchJobs: (user: UserView) => PromiseLike<unknown>;
}

/** The result of the store's last request for the current user. */
interface UserEntry {
  data?: UserView | null | undefined;
  error?: unknown;
  isLoading: boolean;
}

const YEAR = 31_536_000;
/** The longest wait of the first page for the jobs, in ms. With them, the page renders once; without them, first without rows. */
const JOBS_WAIT_MS = 200;

/** Gives the next documents of this browser the user's cohort and role, so that all browsers of a user have the same canaries. */
export function setCohortCookies({ id, role }: Pick<UserView, 'id' | 'role'>): void {
  const isSecure = location.protocol === 'https:';
  document.cookie = cookieText(COHORT_COOKIE, userSeed(id), isSecure, YEAR);
  document.cookie = cookieText(ROLE_COOKIE, role, isSecure, YEAR);
}

const isUser = (value: unknown): value is UserView =>
  typeof value === 'object' && value !== null && 'id' in value && 'role' in value;

/** Makes a call about the session without the store. Resolves with the user in the response. */
async function call(
  endpoint: keyof typeof sessionCalls,
  request: Parameters<typeof send>[0],
): Promise<{ user: UserView | null } | { error: ApiError }> {
  const { signal } = new AbortController();
  const make = (attempt: AbortSignal) => send(request, attempt);
  const result = await (endpoint === 'coreCurrentUser' ? repeatable(signal, make) : make(signal));
  if ('error' in result) {
    callFailed(endpoint, result.error);
    return result;
  }
  void callSucceeded(result.meta);
  return { user: isUser(result.data) ? parseUser(result.data) : null };
}

/**
 * The session of the page. Pages for signed-out users do not load the store: until a user signs in, the session makes its
 * calls itself. After the store has loaded, the session is the store's current user.
 */
export class ShellSession {
  readonly #loadStore: () => PromiseLike<unknown>;
  readonly #listeners = new Set<() => void>();
  #state: SessionState = { state: 'loading' };
  #store: SessionStore | undefined;
  #isExplicit = false;
  /** The number of the last check. A sign-in makes the response of an earlier check outdated. */
  #check = 0;
  #isChecking = false;
  /** The user whom this page has shown last, until a sign-in in this page. */
  #shownId: number | undefined;

  /** @param loadStore loads the store, which calls `attach` and `update` */
  constructor(loadStore: () => PromiseLike<unknown>) {
    this.#loadStore = loadStore;
  }

  readonly state = (): SessionState => this.#state;

  /** Subscribes to changes of the state. Returns a function that ends the subscription. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Checks the session of a page load. While a sign-out is pending, the session of the server does not count. */
  async start(): Promise<void> {
    if (!pendingSignOut()) await this.check();
  }

  /**
   * Requests the current user without the store and, if a user is signed in, loads the store and the user's jobs. Resolves when the
   * first page can render. It waits for the jobs for a short time only.
   */
  async check(): Promise<void> {
    const check = this.#startCheck();
    const result = await call('coreCurrentUser', sessionCalls.coreCurrentUser());
    if (check !== this.#check) return;
    const user = 'error' in result ? null : result.user;
    this.#store?.setUser(user);
    this.#isChecking = false;
    if (user) {
      setCohortCookies(user);
      this.#set({ state: 'signed-in', user });
      await this.#loadStore();
      await Promise.race([this.#store?.prefetchJobs(user), wait(JOBS_WAIT_MS)]);
    } else if ('error' in result && !isUnauthenticated(result.error)) this.#fail(result.error);
    else this.#signOut();
  }

  /** Signs in without the store, then loads the store and opens the session, unless the browser has not kept its cookie. */
  readonly signIn: SignIn = async (body) => {
    const result = await call('coreLogin', sessionCalls.coreLogin(body));
    if ('error' in result) return { error: result.error };
    this.#endCheck();
    this.#shownId = undefined;
    const checked = call('coreCurrentUser', sessionCalls.coreCurrentUser());
    const [current] = await Promise.all([checked, this.#loadStore()]);
    if ('error' in current && isUnauthenticated(current.error)) return { error: sessionNotKept };
    if (result.user) await this.#store?.openSession(result.user);
    return {};
  };

  /** Requests the current user again, because the session may have ended elsewhere. */
  refresh(): void {
    if (this.#store) this.#store.requestUser();
    else if (this.#state.state !== 'signed-in') void this.check();
  }

  /** Checks the session after this page has signed in without the session. */
  readonly checkSignIn = (): Promise<void> => {
    this.#shownId = undefined;
    return this.check();
  };

  /** Follows the session of the browser, which another tab may have changed. After a sign-out, no request can open it again. */
  readonly follow = (): void => {
    if (!hasSignedOut() && !pendingSignOut()) this.refresh();
    else if (this.#state.state === 'signed-in') this.end();
  };

  /** Counts the user as signed out, without a request. */
  end(): void {
    this.#endCheck();
    this.#store?.endSession();
    this.#signOut();
  }

  /** Records that the user ends the session. */
  endExplicitly(): void {
    this.#isExplicit = true;
  }

  /** Connects the store. */
  attach(store: SessionStore): void {
    this.#store = store;
  }

  /** Gives the attached store the current user, so that its components do not request the user. */
  seed(): void {
    const state = this.#state;
    this.#store?.setUser(state.state === 'signed-in' ? state.user : null);
    this.#set(state);
  }

  /** Receives a change of the store's current user. */
  update({ data, error, isLoading }: UserEntry): void {
    if (this.#isChecking) return;
    if (data) this.#set({ state: 'signed-in', user: data });
    else if (isLoading) this.#set({ state: 'loading' });
    else if (error && !isUnauthenticated(error)) this.#fail(error);
    else this.#signOut();
  }

  #startCheck(): number {
    this.#isChecking = true;
    this.#store?.setUser(null);
    if (this.#state.state !== 'loading') this.#set({ state: 'loading' });
    this.#check += 1;
    return this.#check;
  }

  #endCheck(): void {
    this.#check += 1;
    this.#isChecking = false;
  }

  #fail(error: unknown): void {
    this.#set({ state: 'unknown', error, retry: () => void this.check() });
  }

  #signOut(): void {
    this.#set({ state: 'signed-out', isExplicit: this.#isExplicit });
  }

  #show({ id, name }: UserView): void {
    if (id === this.#shownId) return;
    recordSessionUser(id);
    if (this.#shownId !== undefined) this.#store?.notifyUserChange(name);
    this.#shownId = id;
  }

  #set(next: SessionState): void {
    if (next.state === 'signed-in') this.#isExplicit = false;
    // The store repeats a user, whose page would render again.
    const before = this.#state;
    if (next.state === 'signed-in' && before.state === 'signed-in' && next.user === before.user) return;
    this.#state = next;
    if (next.state === 'signed-in') this.#show(next.user);
    for (const listener of this.#listeners) listener();
  }
}

let active: ShellSession | undefined;

/** Creates the session of this document. Called once, before the first render. */
export function startSession(loadStore: () => PromiseLike<unknown>): ShellSession {
  active = new ShellSession(loadStore);
  return active;
}

/** Returns the session of this document. */
export function shellSession(): ShellSession {
  if (!active) throw new Error('The session has not been started');
  return active;
}

/** Returns the state of the session: loading, then signed in or signed out; unknown if the server did not respond. */
export function useShellSession(): SessionState {
  const { subscribe, state } = shellSession();
  return useSyncExternalStore(subscribe, state);
}
