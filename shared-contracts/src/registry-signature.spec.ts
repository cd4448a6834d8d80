import { statementText } from './registry-signature.ts';

describe('statementText', () => {
  const value = { name: 'jobs', files: ['a.js', 'b.js'] };
  const text = statementText('jobs', value, { revision: 3 });

  it('does not depend on the order of keys', () => {
    const { name, files } = value;
    expect(statementText('jobs', { files, name }, { revision: 3 })).toEqual(text);
  });

  it.each([
    ['the name', statementText('weather', value, { revision: 3 })],
    ['the value', statementText('jobs', { ...value, name: 'other' }, { revision: 3 })],
    ['the order of lists', statementText('jobs', { ...value, files: ['b.js', 'a.js'] }, { revision: 3 })],
    ['the revision', statementText('jobs', value, { revision: 4 })],
    ['the reload', statementText('jobs', value, { revision: 3, reloadBefore: 3 })],
  ])('depends on %s', (_what, other) => {
    expect(other).not.toEqual(text);
  });
});
