import { UnchangedError, EXIT } from '../../store/command-error.ts';
import { stoppable } from './stoppable.ts';

const LONG_MS = 60_000;
const given = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the browser was closed')));
  });
const listeners = () => process.listenerCount('SIGINT') + process.listenerCount('SIGTERM');

describe('stoppable', () => {
  it('returns the result of the work and removes its listeners', async () => {
    const before = listeners();
    await expect(stoppable(async () => 'done', LONG_MS)).resolves.toBe('done');
    await expect(stoppable(() => Promise.reject(new Error('broken')), LONG_MS)).rejects.toThrow('broken');
    expect(listeners()).toBe(before);
  });

  it('reports the stop, not the errors that it causes', async () => {
    const before = listeners();
    const work = stoppable((signal) => {
      const waiting = given(signal);
      for (const _each of ['the terminal', 'npm']) process.emit('SIGINT');
      return waiting;
    }, LONG_MS);
    await expect(work).rejects.toEqual(new UnchangedError('Stopped.', EXIT.stopped));
    expect(listeners()).toBe(before);
  });

  it('cancels work after the timeout', async () => {
    await expect(stoppable(given, 20)).rejects.toThrow('timed out after 0.02 s');
  });
});
