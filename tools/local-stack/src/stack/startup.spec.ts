import { Startup } from './startup.ts';

const part = (name: string, stopped: string[]) => () => ({
  close: async () => {
    stopped.push(name);
    if (name === 'broken') throw new Error('does not stop');
  },
});

describe('Startup', () => {
  it('stops what has started, the last one first', async () => {
    const stopped: string[] = [];
    const startup = new Startup({});
    for (const name of ['database', 'server', 'gateway']) await startup.part(name, part(name, stopped));
    await startup.stopAll();
    expect(stopped).toEqual(['gateway', 'server', 'database']);
  });

  it('stops the rest when one part does not stop, and says so', async () => {
    const stopped: string[] = [];
    const startup = new Startup({});
    for (const name of ['database', 'broken', 'gateway']) await startup.part(name, part(name, stopped));
    await expect(startup.stopAll()).rejects.toThrow('does not stop');
    expect(stopped).toEqual(['gateway', 'broken', 'database']);
  });

  it('starts nothing more once it was given up', async () => {
    const startup = new Startup({ signal: AbortSignal.abort(new Error('stopped')) });
    await expect(startup.step('late', () => 'started')).rejects.toThrow('stopped');
  });

  it('tells of each step that was done', async () => {
    const done: string[] = [];
    const startup = new Startup({ onProgress: (name) => void done.push(name) });
    await startup.step('first', () => undefined);
    await expect(startup.step('second', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(done).toEqual(['first']);
  });
});
