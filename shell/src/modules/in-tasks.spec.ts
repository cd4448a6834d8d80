import { inTasks } from './in-tasks.ts';

describe('inTasks', () => {
  it('imports packages in order, each in a task of its own, and then the part', async () => {
    const log: string[] = [];
    const load = (name: string) => async () => {
      log.push(name);
      setTimeout(() => log.push(`task after ${name}`));
      return name;
    };
    expect(await inTasks([load('react'), load('kit')], load('page'))).toBe('page');
    expect(log).toEqual(['react', 'task after react', 'kit', 'task after kit', 'page']);
  });

  it('fails with the error of a package', async () => {
    const failed = () => Promise.reject(new Error('404'));
    await expect(inTasks([failed], async () => 'page')).rejects.toThrow('404');
  });
});
