import { entryFaults, screenFaults } from './check-documents.ts';

const SCREENS = `
| Route    | Screen  | Access     |
| -------- | ------- | ---------- |
| \`/\`      | Start   | signed in  |
| \`/login\` | Sign in | signed out |
| any path | 404     | public     |
`;
const MODULES = [
  { routes: [{ path: '/', access: 'user' }] },
  { routes: [{ path: '/login', access: 'guest' }] },
];

describe('screenFaults', () => {
  it('returns nothing if the table and the manifests agree', () => {
    expect(screenFaults(SCREENS, MODULES)).toEqual([]);
  });

  it('reports a route without a row, and a row without a route', () => {
    const modules = [...MODULES.slice(1), { routes: [{ path: '/welcome', access: 'public' }] }];
    expect(screenFaults(SCREENS, modules)).toEqual([
      'the table of screens does not contain /welcome (public)',
      'no module.json contains / (signed in)',
    ]);
  });

  it('reports another access rule', () => {
    const modules = [...MODULES.slice(1), { routes: [{ path: '/', access: 'public' }] }];
    expect(screenFaults(SCREENS, modules)).toEqual([
      'the table of screens does not contain / (public)',
      'no module.json contains / (signed in)',
    ]);
  });
});

describe('entryFaults', () => {
  const TABLE = '| `@dps/ui` | controls |\n| `@dps/ui/data`   | tables |\n';

  it('requires a row for each entry, except for tests', () => {
    expect(entryFaults(TABLE, ['@dps/ui', '@dps/ui/data', '@dps/ui/testing'])).toEqual([]);
    expect(entryFaults(TABLE, ['@dps/ui', '@dps/ui/theme'])).toEqual([
      'the table of entries does not contain @dps/ui/theme',
      'no package.json contains the entry @dps/ui/data',
    ]);
  });
});
