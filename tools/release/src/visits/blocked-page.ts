import type { Page } from '@playwright/test';

/** A page that does not react for this time is blocked: several times a long task on two busy cores. */
const BLOCKED_MS = 8_000;
const POLL_MS = 500;
/** Time in which the browser stops a running script. */
const PAUSE_WITHIN_MS = 2_000;
/** Maximum time from the start of an endless loop to the end of the visit. */
export const LOOP_FOUND_WITHIN_MS = POLL_MS + BLOCKED_MS + PAUSE_WITHIN_MS;

const delay = <T>(milliseconds: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds, value));

/** A page in which one script runs without an end. `message` is a sentence for its team. */
export class BlockedPage extends Error {
  override name = 'BlockedPage';

  constructor(place: string) {
    super(
      `blocks the page: one script runs for more than ${BLOCKED_MS / 1_000} s${place}. Correct an endless loop, and move long work to a worker`,
    );
  }
}

/** Watches whether a page reacts. */
export interface BlockWatch {
  /** Rejects with BlockedPage when the page does not react. Never resolves. */
  blocked: Promise<never>;
  stop: () => void;
}

interface PausedEvent {
  callFrames: {
    functionName: string;
    location: { scriptId: string; lineNumber: number; columnNumber?: number };
  }[];
}

/** The part of a debugger session that the watch uses. */
export interface DebuggerSession {
  send(
    method: 'Debugger.enable' | 'Debugger.pause' | 'Debugger.resume' | 'Runtime.evaluate',
    parameters?: { expression: string },
  ): Promise<unknown>;
  on(event: 'Debugger.scriptParsed', listener: (script: { scriptId: string; url: string }) => void): unknown;
  on(event: 'Debugger.paused', listener: (event: PausedEvent) => void): unknown;
  once(event: 'Debugger.paused', listener: (event: PausedEvent) => void): unknown;
}

/** Stops the running script. Returns its place: ` in /modules/jobs/1.0.0/assets/page.js:1:20 (spin)`. */
async function findPlace(session: DebuggerSession, scripts: ReadonlyMap<string, string>): Promise<string> {
  const paused = new Promise<string>((resolve) => {
    session.once('Debugger.paused', ({ callFrames }) => {
      const [frame] = callFrames;
      const address = URL.parse(scripts.get(frame?.location.scriptId ?? '') ?? '')?.pathname;
      if (!frame || address === undefined) return resolve('');
      const { lineNumber, columnNumber = 0 } = frame.location;
      const called = frame.functionName === '' ? '' : ` (function ${frame.functionName})`;
      resolve(` in ${address}:${lineNumber + 1}:${columnNumber + 1}${called}`);
    });
  });
  session.send('Debugger.pause').catch(() => undefined);
  return Promise.race([paused, delay(PAUSE_WITHIN_MS, '')]);
}

/** Returns whether the page answers in time. A closed page counts as an answer. */
function answers(session: DebuggerSession): Promise<boolean> {
  const answered = session.send('Runtime.evaluate', { expression: '0' }).then(
    () => true,
    () => true,
  );
  return Promise.race([answered, delay(BLOCKED_MS, false)]);
}

/** Watches a page from now on. */
export const watchBlocks = async (page: Page): Promise<BlockWatch> =>
  watchSession(await page.context().newCDPSession(page));

/** Watches the page of a session. The browser's debugger can stop an endless loop, and then shows where it is. */
export async function watchSession(session: DebuggerSession): Promise<BlockWatch> {
  const scripts = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ scriptId, url }) => void scripts.set(scriptId, url));
  const end = new AbortController();
  let isSearching = false;
  session.on('Debugger.paused', () => {
    // Users have no debugger, so `debugger` statements have no effect for them.
    if (!isSearching) session.send('Debugger.resume').catch(() => undefined);
  });
  await session.send('Debugger.enable');
  const watch = async (): Promise<string> => {
    while (await answers(session)) {
      if (end.signal.aborted) return new Promise(() => undefined);
      await delay(POLL_MS, null);
    }
    isSearching = true;
    return findPlace(session, scripts);
  };
  return {
    blocked: watch().then((place) => {
      throw new BlockedPage(place);
    }),
    stop: () => end.abort(),
  };
}
