import { droppedFiles, opensInPlace } from './dropped-files.ts';

const file = (name: string) => new File(['x'], name);
const item = (name: string, isDirectory: boolean) => ({
  kind: 'file',
  webkitGetAsEntry: () => ({ name, isDirectory }),
});

describe('opensInPlace', () => {
  it.each([
    [['Files'], true],
    [['text/uri-list', 'text/html', 'text/plain'], true],
    [['text/plain', 'text/html'], false],
    [[], false],
  ])('of %j is %s', (types, expected) => {
    expect(opensInPlace(types)).toBe(expected);
  });
});

describe('droppedFiles', () => {
  it('are the files alone, and the folders by their names', () => {
    const plan = file('plan.pdf');
    const drop = { files: [plan, file('photos')], items: [item('plan.pdf', false), item('photos', true)] };
    expect(droppedFiles(drop)).toEqual({ files: [plan], folders: ['photos'] });
  });

  it('are none of a text', () => {
    const items = [{ kind: 'string', webkitGetAsEntry: () => null }];
    expect(droppedFiles({ files: [], items })).toEqual({ files: [], folders: [] });
  });

  it('are all where the browser tells no entries', () => {
    const plan = file('plan.pdf');
    const items = [{ kind: 'file', webkitGetAsEntry: () => null }];
    expect(droppedFiles({ files: [plan], items })).toEqual({ files: [plan], folders: [] });
  });
});
