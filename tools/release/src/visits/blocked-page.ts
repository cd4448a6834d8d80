import type { Page } from '@playwright/test';

/**
 * Processor time of one script after which its page is blocked: many times that of a long task. Other programs on the machine do
 * not change it.
 */
const LIMIT_S = 5;
const POLL_MS = 500;
/** Time for an answer of a page that the debugger cannot pause, such as one that floods the browser with messages. */
export const UNPAUSED_MS = 60_000;

const delay = <T>(milliseconds: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds, value));

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

/** Returns the processor time of the page's main thread in seconds, when the page answers. A closed page took none. */
async function threadTime(session: DebuggerSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics').catch((): Metrics => ({ metrics: [] }));
  return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0;
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
 * Watches the page of a session. While the page does not answer, the debugger pauses its script repeatedly and reads its
 * processor time. The last pause shows the place of an endless loop.
 */
export async function watchSession(session: DebuggerSession): Promise<BlockWatch> {
  const scripts = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ scriptId, url }) => void scripts.set(scriptId, url));
  const end = new AbortController();
  let paused: PausedEvent | null = null;
  let isPausing = false;
  const resume = () => {
    paused = null;
    session.send('Debugger.resume').catch(() => undefined);
  };
  session.on('Debugger.paused', (event) => {
    paused = event;
    // Users have no debugger, so `debugger` statements have no effect for them.
    if (!isPausing) resume();
  });
  await session.send('Debugger.enable');
  await session.send('Performance.enable');
  const watch = async (): Promise<string> => {
    let answered = await threadTime(session);
    while (!end.signal.aborted) {
      const answer = threadTime(session);
      const prompt = await Promise.race([answer, delay(POLL_MS, null)]);
      if (prompt !== null) {
        answered = prompt;
        await delay(POLL_MS, null);
        continue;
      }
      isPausing = true;
      session.send('Debugger.pause').catch(() => undefined);
      // A paused page answers too.
      const now = await Promise.race([answer, delay(UNPAUSED_MS, null)]);
      isPausing = false;
      if (now === null) return '';
      if (paused === null) answered = now;
      else if (now - answered > LIMIT_S) return placeOf(paused, scripts);
      else resume();
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
