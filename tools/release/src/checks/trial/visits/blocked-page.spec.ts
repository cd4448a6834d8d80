import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import { watchSession, type DebuggerSession } from './blocked-page.ts';

const SCRIPT = 'http://localhost/modules/jobs/1.0.0/assets/page.js';
/** The script of a test tool has no file. */
const TOOL = { location: { scriptId: '3', lineNumber: 8 }, functionName: 'set' };
const FRAME = { location: { scriptId: '7', lineNumber: 0, columnNumber: 19 }, functionName: 'spin' };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

interface Script {
  /** Processor time of the script in s. */
  takes: number;
  /** Share of the time in which the script has a processor. */
  share?: number;
  /** Whether the messages of the script keep the debugger from its page. */
  floods?: boolean;
}

/** Returns the session of a page in which a script starts after 7 s. */
function sessionOf({ takes, share = 1, floods = false }: Script) {
  const begun = Date.now() + 7_000;
  const endsAt = begun + (takes * 1_000) / share;
  const events = new EventEmitter();
  const sent: string[] = [];
  const send = async (method: string): Promise<{ metrics: { name: string; value: number }[] }> => {
    sent.push(method);
    const isRunning = Date.now() >= begun && Date.now() < endsAt;
    if (method === 'Debugger.enable') events.emit('Debugger.scriptParsed', { scriptId: '7', url: SCRIPT });
    if (isRunning && (floods || method === 'Runtime.evaluate'))
      await new Promise<void>((resolve) => {
        if (endsAt < Infinity) setTimeout(resolve, endsAt - Date.now());
      });
    if (method === 'Debugger.pause') events.emit('Debugger.paused', { callFrames: [TOOL, FRAME] });
    const value = Math.max(0, Math.min(takes, ((Date.now() - begun) / 1_000) * share));
    return { metrics: [{ name: 'ThreadTime', value }] };
  };
  const session: DebuggerSession = Object.assign(events, { send });
  return { session, sent, events };
}

/** Watches a page for ten minutes. Resolves with the problem. */
async function watchFor(session: DebuggerSession): Promise<string | undefined> {
  const { blocked, stop } = await watchSession(session);
  let problem: string | undefined;
  blocked.catch((error: Error) => {
    problem = error.message;
  });
  await jest.advanceTimersByTimeAsync(600_000);
  stop();
  return problem;
}

it.each([1, 0.02])('names the place of an endless loop that has %d of a processor', async (share) => {
  expect(await watchFor(sessionOf({ takes: Infinity, share }).session)).toContain(
    'blocks the page: one script takes more than 5 s of processor time in /modules/jobs/1.0.0/assets/page.js:1:20 (function spin).',
  );
});

it('finds a loop whose messages keep the debugger from its page', async () => {
  expect(await watchFor(sessionOf({ takes: Infinity, floods: true }).session)).toContain(
    'blocks the page: one script takes more than 5 s of processor time. Correct',
  );
});

it.each([1, 0.02])('accepts a long script that has %d of a processor', async (share) => {
  const { session, sent } = sessionOf({ takes: 4.5, share });
  expect(await watchFor(session)).toBeUndefined();
  expect(sent).not.toContain('Debugger.pause');
});

it('continues a script at its debugger statement', async () => {
  const { session, sent, events } = sessionOf({ takes: 0 });
  await watchSession(session);
  events.emit('Debugger.paused', { callFrames: [FRAME] });
  expect(sent.at(-1)).toBe('Debugger.resume');
});
