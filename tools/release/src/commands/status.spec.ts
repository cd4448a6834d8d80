import { FolderStore } from '../store/folder-store.ts';
import { statusText } from './status.ts';

it('warns of a change that is dated in the future', () => {
  const change = { revision: 1, by: 'ci', summary: 'publish jobs 1.0.0' };
  const now = Date.now();
  const lineOf = (at: number) => {
    const history = [{ ...change, at: new Date(at).toISOString() }];
    const shell = { version: '1.0.0', base: '/shell/1.0.0/', main: [], preload: [], files: {} };
    const registry = { revision: 1, shell, modules: [] };
    return statusText({ registry, history, served: [] }, new FolderStore('/no/store')).split('\n').at(-1);
  };
  expect(lineOf(now)).not.toContain('Warning');
  expect(lineOf(now + 3_600_000)).toContain('Warning: this time is in the future');
});
