import { jest } from '@jest/globals';
import { endUserWork } from '@dps/contract/user';
import { PAUSE, ProgressDrafts } from './progress-drafts.ts';

/** A control for job 1 that records its calls; each entry of `completions` completes one request. */
function control(stored = 10) {
  const drafts = new ProgressDrafts();
  const log: string[] = [];
  const completions: (() => Promise<void>)[] = [];
  const writer = {
    show: (value: number) => void log.push(`show ${value}`),
    withdraw: () => void log.push('withdraw'),
    send: (value: number) => {
      log.push(`send ${value}`);
      const { promise, resolve } = Promise.withResolvers<void>();
      completions.push(async () => {
        resolve();
        await jest.advanceTimersByTimeAsync(0);
      });
      return promise;
    },
  };
  let shown = stored;
  return {
    drafts,
    completions,
    setAndSend: (value: number) => {
      drafts.set({ id: 1, progress: shown }, value, writer);
      shown = value;
      drafts.sendLater(1);
    },
    sent: () => log.filter((each) => each.startsWith('send')),
    log,
  };
}
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('ProgressDrafts', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('[PJOB-21] shows a value at once, and sends the last one once, 800 ms after the last change', async () => {
    expect(PAUSE).toBe(800);
    const { setAndSend, log, sent } = control();
    setAndSend(15);
    await pass(799);
    setAndSend(20);
    await pass(799);
    expect(sent()).toEqual([]);
    await pass(10_000);
    expect(log).toEqual(['show 15', 'show 20', 'send 20', 'withdraw']);
  });

  it('[PJOB-23] does not send a value that the server has', async () => {
    const { setAndSend, log } = control();
    setAndSend(15);
    setAndSend(10);
    await pass(PAUSE);
    expect(log).toEqual(['show 15', 'show 10', 'withdraw']);
  });

  it('waits for the running request, and then sends only the last value', async () => {
    const { setAndSend, sent, completions } = control();
    setAndSend(15);
    await pass(PAUSE);
    setAndSend(20);
    await pass(PAUSE);
    setAndSend(25);
    await pass(PAUSE);
    expect(sent()).toEqual(['send 15']);
    await completions[0]?.();
    expect(sent()).toEqual(['send 15', 'send 25']);
  });

  it('finishes the pending value before another request', async () => {
    const { setAndSend, drafts, sent, completions } = control();
    let done = false;
    setAndSend(15);
    void drafts.finish(1).then(() => (done = true));
    setAndSend(20);
    drafts.send(1);
    expect(sent()).toEqual(['send 15']);
    await completions[0]?.();
    expect(sent()).toEqual(['send 15', 'send 20']);
    expect(done).toBe(false);
    await completions[1]?.();
    expect(done).toBe(true);
    await drafts.finish(1);
  });

  it.each(['hidden', 'left'])('sends a value at once, and only once, when the page is %s', async (way) => {
    const { setAndSend, sent } = control();
    const leave = () => {
      if (way === 'left') window.dispatchEvent(new Event('pagehide'));
      else document.dispatchEvent(new Event('visibilitychange'));
    };
    setAndSend(15);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(sent()).toEqual([]);
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    leave();
    leave();
    await pass(PAUSE);
    expect(sent()).toEqual(['send 15']);
  });

  it('[SECURE-19] drops the values of a user who leaves', async () => {
    const { drafts, setAndSend, sent } = control();
    drafts.setUnsaved(2, 40);
    setAndSend(15);
    endUserWork();
    await pass(PAUSE);
    window.dispatchEvent(new Event('pagehide'));
    expect(sent()).toEqual([]);
    expect([drafts.has(1), drafts.unsaved(2)]).toEqual([false, undefined]);
  });
});
