import { droppedFiles, wouldNavigate } from './dropped-files.ts';

const file = (name: string) => new File(['x'], name);
const item = (name: string, isDirectory: boolean) => ({
  kind: 'file',
  webkitGetAsEntry: () => ({ name, isDirectory }),
});

describe('wouldNavigate', () => {
  it.each([
    [['Files'], true],
    [['text/uri-list', 'text/html', 'text/plain'], true],
    [['text/plain', 'text/html'], false],
    [[], false],
  ])('of %j is %s', (types, expected) => {
    expect(wouldNavigate(types)).toBe(expected);
  });
});

describe('droppedFiles', () => {
  it('returns the files, and the names of the folders', () => {
    const plan = file('plan.pdf');
    const drop = { files: [plan, file('photos')], items: [item('plan.pdf', false), item('photos', true)] };
    expect(droppedFiles(drop)).toEqual({ files: [plan], folders: ['photos'] });
  });

  it('returns nothing for a dropped text', () => {
    const items = [{ kind: 'string', webkitGetAsEntry: () => null }];
    expect(droppedFiles({ files: [], items })).toEqual({ files: [], folders: [] });
  });

  it('returns all files when the browser reports no entries', () => {
    const plan = file('plan.pdf');
    const items = [{ kind: 'file', webkitGetAsEntry: () => null }];
    expect(droppedFiles({ files: [plan], items })).toEqual({ files: [plan], folders: [] });
  });
});
