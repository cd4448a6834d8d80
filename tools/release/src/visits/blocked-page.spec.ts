import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import { LOOP_FOUND_WITHIN_MS, watchSession, type DebuggerSession } from './blocked-page.ts';

const SCRIPT = 'http://localhost/modules/jobs/1.0.0/assets/page.js';
/** Longer than a visit. */
const ENDLESS_MS = 600_000;
const FRAME = { location: { scriptId: '7', lineNumber: 0, columnNumber: 19 }, functionName: 'spin' };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/**
 * Returns the session of a page in which a script runs for some time.
 *
 * @param startMs when it starts, in ms from now
 * @param canPause whether the debugger stops the script
 */
function sessionOf(startMs: number, durationMs: number, canPause: boolean): DebuggerSession {
  const begun = Date.now();
  const events = new EventEmitter();
  const send = async (method: string): Promise<void> => {
    if (method === 'Debugger.enable')
      events.emit('Debugger.scriptParsed', { scriptId: FRAME.location.scriptId, url: SCRIPT });
    if (method === 'Debugger.pause' && canPause) events.emit('Debugger.paused', { callFrames: [FRAME] });
    const passed = Date.now() - begun;
    const isRunning = passed >= startMs && passed < startMs + durationMs;
    if (method === 'Runtime.evaluate' && isRunning)
      await new Promise((resolve) => setTimeout(resolve, startMs + durationMs - passed));
  };
  return Object.assign(events, { send });
}

/** Watches a page for two minutes. Resolves with the problem and with the ms until it was found. */
async function watchFor(session: DebuggerSession): Promise<{ problem?: string; after: number }> {
  const begun = Date.now();
  const { blocked, stop } = await watchSession(session);
  const found: { problem?: string; after: number } = { after: 0 };
  blocked.catch((error: Error) =>
    Object.assign(found, { problem: error.message, after: Date.now() - begun }),
  );
  await jest.advanceTimersByTimeAsync(120_000);
  stop();
  return found;
}

it.each([0, 1, 499, 501, 7_777, 60_000])(
  'finds an endless loop that starts after %d ms in less than 11 s, also if the debugger cannot stop it',
  async (startMs) => {
    for (const canPause of [true, false]) {
      const { problem, after } = await watchFor(sessionOf(startMs, ENDLESS_MS, canPause));
      expect(problem).toContain('blocks the page: one script runs for more than 8 s');
      expect(after - startMs).toBeLessThanOrEqual(LOOP_FOUND_WITHIN_MS);
    }
    expect(LOOP_FOUND_WITHIN_MS).toBeLessThan(11_000);
  },
);

it('names the place of the loop', async () => {
  const { problem } = await watchFor(sessionOf(0, ENDLESS_MS, true));
  expect(problem).toContain(' in /modules/jobs/1.0.0/assets/page.js:1:20 (function spin).');
});

it('accepts a long task', async () => {
  expect(await watchFor(sessionOf(1_000, 7_400, true))).toEqual({ after: 0 });
});
