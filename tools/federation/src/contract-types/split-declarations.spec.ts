import { splitDeclarations } from './split-declarations.ts';

const names = (had: Record<string, string>, has: Record<string, string>) => {
  const split = splitDeclarations(had, has);
  return [split.same, split.had, split.has].map((files) => Object.keys(files).join(' '));
};

describe('what two contracts share', () => {
  it.each<[string, Record<string, string>, Record<string, string>, string[]]>([
    ['all', { 'a.d.ts': '1' }, { 'a.d.ts': '1' }, ['a.d.ts', '', '']],
    ['nothing', { 'a.d.ts': '1' }, { 'a.d.ts': '2' }, ['', 'a.d.ts', 'a.d.ts']],
    ['what neither has alone', { 'a.d.ts': '1' }, { 'b.d.ts': '1' }, ['', 'a.d.ts', 'b.d.ts']],
    [
      'not what refers to something else',
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
      'what refers to each other',
      { 'a.d.ts': "type A = import('./b.ts').B;", 'b.d.ts': 'import { A } from "./a.ts";', 'c.d.ts': '1' },
      { 'a.d.ts': "type A = import('./b.ts').B;", 'b.d.ts': 'import { A } from "./a.ts";', 'c.d.ts': '2' },
      ['a.d.ts b.d.ts', 'c.d.ts', 'c.d.ts'],
    ],
    [
      'not what refers to what is not there',
      { 'a.d.ts': "export * from './b.ts';", 'b.d.ts': '1' },
      { 'a.d.ts': "export * from './b.ts';" },
      ['', 'a.d.ts b.d.ts', 'a.d.ts'],
    ],
  ])('is %s', (_what, had, has, expected) => expect(names(had, has)).toEqual(expected));
});
