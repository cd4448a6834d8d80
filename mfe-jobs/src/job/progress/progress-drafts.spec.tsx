import { jest } from '@jest/globals';
import { PAUSE, ProgressDrafts } from './progress-drafts.ts';

/** A control for job 1, whose calls are answered when the test says so; all that it is told is noted. */
function control(stored = 10) {
  const drafts = new ProgressDrafts();
  const told: string[] = [];
  const answers: (() => Promise<void>)[] = [];
  const pen = {
    show: (value: number) => void told.push(`show ${value}`),
    withdraw: () => void told.push('withdraw'),
    send: (value: number) => {
      told.push(`send ${value}`);
      const { promise, resolve } = Promise.withResolvers<void>();
      answers.push(async () => {
        resolve();
        await jest.advanceTimersByTimeAsync(0);
      });
      return promise;
    },
  };
  let shown = stored;
  const move = (value: number) => {
    drafts.move({ id: 1, progress: shown }, value, pen);
    shown = value;
  };
  return {
    drafts,
    answers,
    move,
    settle: (value: number) => {
      move(value);
      drafts.rest(1);
    },
    sent: () => told.filter((each) => each.startsWith('send')),
    told,
  };
}
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('the progress that is on its way', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('is sent once, 800 ms after the last movement', async () => {
    expect(PAUSE).toBe(800);
    const { settle, sent } = control();
    settle(15);
    await pass(799);
    settle(20);
    await pass(799);
    expect(sent()).toEqual([]);
    await pass(1);
    expect(sent()).toEqual(['send 20']);
    await pass(10_000);
    expect(sent()).toEqual(['send 20']);
  });

  it('is shown at once, and withdrawn only when it is shown as sent', async () => {
    const { settle, told } = control();
    settle(15);
    await pass(PAUSE);
    expect(told).toEqual(['show 15', 'send 15', 'withdraw']);
  });

  it('is not sent where the server has it already', async () => {
    const { settle, told } = control();
    settle(15);
    settle(10);
    await pass(PAUSE);
    expect(told).toEqual(['show 15', 'show 10', 'withdraw']);
  });

  it('is not sent while it is only moved', async () => {
    const { move, sent } = control();
    move(15);
    await pass(10_000);
    expect(sent()).toEqual([]);
  });

  it('waits for the answer to the value before, and then is the last one alone', async () => {
    const { settle, sent, answers } = control();
    settle(15);
    await pass(PAUSE);
    settle(20);
    await pass(PAUSE);
    settle(25);
    await pass(PAUSE);
    expect(sent()).toEqual(['send 15']);
    await answers[0]?.();
    expect(sent()).toEqual(['send 15', 'send 25']);
  });

  it('goes out before something else, which waits for its answer', async () => {
    const { settle, drafts, sent, answers } = control();
    let done = false;
    settle(15);
    void drafts.finish(1).then(() => (done = true));
    settle(20);
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
  ])('goes out at once when %s, and once', async (_when, leave) => {
    const { settle, sent } = control();
    settle(15);
    leave();
    expect(sent()).toEqual(['send 15']);
    leave();
    await pass(PAUSE);
    expect(sent()).toEqual(['send 15']);
  });

  it('stays when a hidden page is seen again', () => {
    const { settle, sent } = control();
    settle(15);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(sent()).toEqual([]);
  });
});
