import { jest } from '@jest/globals';
import { endUserWork } from '@dps/contract/user';
import { PAUSE, ProgressDrafts } from './progress-drafts.ts';

/** A control for job 1 that records its calls; each entry of `answers` completes one request. */
function control(stored = 10) {
  const drafts = new ProgressDrafts();
  const log: string[] = [];
  const answers: (() => Promise<void>)[] = [];
  const writer = {
    show: (value: number) => void log.push(`show ${value}`),
    withdraw: () => void log.push('withdraw'),
    send: (value: number) => {
      log.push(`send ${value}`);
      const { promise, resolve } = Promise.withResolvers<void>();
      answers.push(async () => {
        resolve();
        await jest.advanceTimersByTimeAsync(0);
      });
      return promise;
    },
  };
  let shown = stored;
  const set = (value: number) => {
    drafts.set({ id: 1, progress: shown }, value, writer);
    shown = value;
  };
  return {
    drafts,
    answers,
    set,
    setAndSend: (value: number) => {
      set(value);
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

  it('[PJOB-21] sends a value once, 800 ms after the last change', async () => {
    expect(PAUSE).toBe(800);
    const { setAndSend, sent } = control();
    setAndSend(15);
    await pass(799);
    setAndSend(20);
    await pass(799);
    expect(sent()).toEqual([]);
    await pass(1);
    expect(sent()).toEqual(['send 20']);
    await pass(10_000);
    expect(sent()).toEqual(['send 20']);
  });

  it('shows a value at once, and withdraws it only after the request starts', async () => {
    const { setAndSend, log } = control();
    setAndSend(15);
    await pass(PAUSE);
    expect(log).toEqual(['show 15', 'send 15', 'withdraw']);
  });

  it('[PJOB-23] does not send a value that the server has', async () => {
    const { setAndSend, log } = control();
    setAndSend(15);
    setAndSend(10);
    await pass(PAUSE);
    expect(log).toEqual(['show 15', 'show 10', 'withdraw']);
  });

  it('does not send a value while the pointer holds it', async () => {
    const { set, sent } = control();
    set(15);
    await pass(10_000);
    expect(sent()).toEqual([]);
  });

  it('waits for the running request, and then sends only the last value', async () => {
    const { setAndSend, sent, answers } = control();
    setAndSend(15);
    await pass(PAUSE);
    setAndSend(20);
    await pass(PAUSE);
    setAndSend(25);
    await pass(PAUSE);
    expect(sent()).toEqual(['send 15']);
    await answers[0]?.();
    expect(sent()).toEqual(['send 15', 'send 25']);
  });

  it('finishes the pending value before another request', async () => {
    const { setAndSend, drafts, sent, answers } = control();
    let done = false;
    setAndSend(15);
    void drafts.finish(1).then(() => (done = true));
    setAndSend(20);
    drafts.send(1);
    expect(sent()).toEqual(['send 15']);
    await answers[0]?.();
    expect(sent()).toEqual(['send 15', 'send 20']);
    expect(done).toBe(false);
    await answers[1]?.();
    expect(done).toBe(true);
    await drafts.finish(1);
  });

  it.each([
    ['the page is left', () => window.dispatchEvent(new Event('pagehide'))],
    [
      'the page is hidden',
      () => {
        jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
        document.dispatchEvent(new Event('visibilitychange'));
      },
    ],
  ])('sends a value at once when %s, and only once', async (_when, leave) => {
    const { setAndSend, sent } = control();
    setAndSend(15);
    leave();
    expect(sent()).toEqual(['send 15']);
    leave();
    await pass(PAUSE);
    expect(sent()).toEqual(['send 15']);
  });

  it('sends nothing when a hidden page becomes visible', () => {
    const { setAndSend, sent } = control();
    setAndSend(15);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(sent()).toEqual([]);
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
