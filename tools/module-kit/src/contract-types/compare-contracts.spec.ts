import { splitDeclarations } from './compare-contracts.ts';

/** Returns the names of the files that are identical, only old, and only new. */
const names = (oldFiles: Record<string, string>, newFiles: Record<string, string>) => {
  const split = splitDeclarations(oldFiles, newFiles);
  return [split.same, split.old, split.new].map((files) => Object.keys(files).join(' '));
};

describe('splitDeclarations', () => {
  it.each<[string, Record<string, string>, Record<string, string>, string[]]>([
    [
      'a changed file',
      { 'a.d.ts': '1', 'b.d.ts': '1' },
      { 'a.d.ts': '2', 'b.d.ts': '1' },
      ['b.d.ts', 'a.d.ts', 'a.d.ts'],
    ],
    ['a renamed file', { 'a.d.ts': '1' }, { 'b.d.ts': '1' }, ['', 'a.d.ts', 'b.d.ts']],
    [
      'equal files that import a changed file',
      {
        'ui/a.d.ts': "export * from '../b.ts';",
        'b.d.ts': "import './c.tsx';",
        'c.d.ts': '1',
        'd.d.ts': '1',
      },
      {
        'ui/a.d.ts': "export * from '../b.ts';",
        'b.d.ts': "import './c.tsx';",
        'c.d.ts': '2',
        'd.d.ts': '1',
      },
      ['d.d.ts', 'ui/a.d.ts b.d.ts c.d.ts', 'ui/a.d.ts b.d.ts c.d.ts'],
    ],
    [
      'equal files that import each other',
      { 'a.d.ts': "type A = import('./b.ts').B;", 'b.d.ts': 'import { A } from "./a.ts";', 'c.d.ts': '1' },
      { 'a.d.ts': "type A = import('./b.ts').B;", 'b.d.ts': 'import { A } from "./a.ts";', 'c.d.ts': '2' },
      ['a.d.ts b.d.ts', 'c.d.ts', 'c.d.ts'],
    ],
    [
      'an equal file that imports a removed file',
      { 'a.d.ts': "export * from './b.ts';", 'b.d.ts': '1' },
      { 'a.d.ts': "export * from './b.ts';" },
      ['', 'a.d.ts b.d.ts', 'a.d.ts'],
    ],
  ])('splits %s', (_case, oldFiles, newFiles, expected) =>
    expect(names(oldFiles, newFiles)).toEqual(expected),
  );
});
