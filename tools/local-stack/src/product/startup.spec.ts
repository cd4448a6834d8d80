import { allStarted, Startup } from './startup.ts';

const part = (name: string, stopped: string[]) => () => ({
  close: async () => {
    stopped.push(name);
    if (name === 'broken') throw new Error('does not stop');
  },
});

describe('Startup', () => {
  it('stops the parts in reverse order, the others when one fails to stop, and throws its error', async () => {
    const stopped: string[] = [];
    const startup = new Startup({});
    for (const name of ['database', 'broken', 'gateway']) await startup.part(name, part(name, stopped));
    await expect(startup.stopAll()).rejects.toThrow('does not stop');
    expect(stopped).toEqual(['gateway', 'broken', 'database']);
  });

  it('starts no further part after a cancellation', async () => {
    const startup = new Startup({ signal: AbortSignal.abort(new Error('stopped')) });
    await expect(startup.step('late', () => 'started')).rejects.toThrow('stopped');
  });

  it('waits for all parts that start side by side, so that a failure stops them, and reports the finished ones', async () => {
    const stopped: string[] = [];
    const done: string[] = [];
    const startup = new Startup({ onProgress: (name) => void done.push(name) });
    const late = () => new Promise<void>((resolve) => setImmediate(resolve)).then(part('database', stopped));
    const failing = startup.part('server', () => Promise.reject(new Error('broken')));
    await expect(allStarted([failing, startup.part('database', late)])).rejects.toThrow('broken');
    await startup.stopAll();
    expect([stopped, done]).toEqual([['database'], ['database']]);
  });
});
