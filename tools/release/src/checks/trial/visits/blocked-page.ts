import type { Page } from '@playwright/test';

/**
 * Processor time of one script after which its page is blocked: many times that of a long task. Other programs on the machine do
 * not change it.
 */
const LIMIT_S = 5;
const POLL_MS = 500;
/** Time for a response of the debugger, which a page delays that floods the browser with messages. */
export const DEBUGGER_MS = 60_000;

/** Resolves with a value after some time. Does not keep the process alive. */
const delay = <T>(milliseconds: number, value: T): Promise<T> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds, value).unref());

/** A page in which one script runs without an end. `message` is a sentence for its team. */
export class BlockedPage extends Error {
  override name = 'BlockedPage';

  constructor(place: string) {
    super(
      `blocks the page: one script takes more than ${LIMIT_S} s of processor time${place}. Correct an endless loop, and move long work to a worker`,
    );
  }
}

/** Watches whether one script blocks a page. */
export interface BlockWatch {
  /** Rejects with BlockedPage when one script blocks the page. Never resolves. */
  blocked: Promise<never>;
  stop: () => void;
}

interface PausedEvent {
  callFrames: {
    functionName: string;
    location: { scriptId: string; lineNumber: number; columnNumber?: number };
  }[];
}

interface Metrics {
  metrics: { name: string; value: number }[];
}

/** The part of a debugger session that the watch uses. */
export interface DebuggerSession {
  send(method: 'Performance.getMetrics'): Promise<Metrics>;
  send(method: 'Runtime.evaluate', parameters: { expression: string }): Promise<unknown>;
  send(
    method: 'Debugger.enable' | 'Debugger.pause' | 'Debugger.resume' | 'Performance.enable',
  ): Promise<unknown>;
  on(event: 'Debugger.scriptParsed', listener: (script: { scriptId: string; url: string }) => void): unknown;
  on(event: 'Debugger.paused', listener: (event: PausedEvent) => void): unknown;
}

/** Returns the innermost place with a file: ` in /modules/jobs/1.0.0/assets/page.js:1:20 (function spin)`. */
function placeOf({ callFrames }: PausedEvent, scripts: ReadonlyMap<string, string>): string {
  for (const { functionName, location } of callFrames) {
    const { scriptId, lineNumber, columnNumber = 0 } = location;
    const address = URL.parse(scripts.get(scriptId) ?? '')?.pathname;
    const called = functionName === '' ? '' : ` (function ${functionName})`;
    if (address !== undefined) return ` in ${address}:${lineNumber + 1}:${columnNumber + 1}${called}`;
  }
  return '';
}

/** Returns the processor time of the page's main thread in s, also while a script runs. Undefined if the page is closed. */
async function threadTime(session: DebuggerSession): Promise<number | undefined> {
  const { metrics } = await session.send('Performance.getMetrics').catch((): Metrics => ({ metrics: [] }));
  return metrics.find(({ name }) => name === 'ThreadTime')?.value;
}

/**
 * Runs in a page before all other scripts. Sets the title after the running script: each new title is a message to the browser, and
 * the messages of an endless loop would delay the pause of its script for minutes.
 */
function deferTitle(): void {
  const native = Object.getOwnPropertyDescriptor(Document.prototype, 'title');
  let next: string | null = null;
  Object.defineProperty(Document.prototype, 'title', {
    configurable: true,
    get(this: Document): unknown {
      return next ?? native?.get?.call(this);
    },
    set(this: Document, title: unknown) {
      if (next === null)
        queueMicrotask(() => {
          native?.set?.call(this, next);
          next = null;
        });
      next = String(title);
    },
  });
}

/** Watches the next documents of a page. */
export async function watchBlocks(page: Page): Promise<BlockWatch> {
  await page.addInitScript(deferTitle);
  return watchSession(await page.context().newCDPSession(page));
}

/**
 * Watches the page of a session. While a script runs, the page does not evaluate an expression, but reports its processor time.
 * The debugger then pauses an endless script, and shows its place.
 */
export async function watchSession(session: DebuggerSession): Promise<BlockWatch> {
  const scripts = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ scriptId, url }) => void scripts.set(scriptId, url));
  const end = new AbortController();
  let showPlace: ((place: string) => void) | undefined;
  session.on('Debugger.paused', (event) => {
    // Users have no debugger, so `debugger` statements have no effect for them.
    if (showPlace) showPlace(placeOf(event, scripts));
    else session.send('Debugger.resume').catch(() => undefined);
  });
  await session.send('Debugger.enable');
  await session.send('Performance.enable');
  const findPlace = async (): Promise<string> => {
    const paused = new Promise<string>((resolve) => {
      showPlace = resolve;
    });
    session.send('Debugger.pause').catch(() => undefined);
    return Promise.race([paused, delay(DEBUGGER_MS, '')]);
  };
  const watch = async (): Promise<string> => {
    let begun = (await threadTime(session)) ?? 0;
    let evaluated: Promise<unknown> | undefined;
    while (!end.signal.aborted) {
      evaluated ??= session.send('Runtime.evaluate', { expression: '0' }).catch(() => undefined);
      const isRunning = await Promise.race([evaluated.then(() => false), delay(POLL_MS, true)]);
      const now = await Promise.race([threadTime(session), delay(DEBUGGER_MS, Infinity)]);
      if (isRunning && now !== undefined && now - begun > LIMIT_S) return findPlace();
      if (isRunning) continue;
      evaluated = undefined;
      begun = now ?? 0;
      await delay(POLL_MS, null);
    }
    return new Promise(() => undefined);
  };
  return {
    blocked: watch().then((place) => {
      throw new BlockedPage(place);
    }),
    stop: () => end.abort(),
  };
}
