import { aLink, aModule, aRegistry } from '../testing/registry.ts';
import { parseRegistry } from './registry-guard.ts';

const route = { path: '/jobs', title: 'Jobs', access: 'user' as const, chunks: [] };
const sound = aRegistry(aModule('jobs', { routes: [route], navigation: [aLink('/jobs', 'Jobs')] }));

/** A copy of a JSON value with what stands at `path` replaced. */
function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((each, i) => (String(i) === key ? replaced(each, rest, by) : each));
  const fields: Record<string, unknown> = { ...Object(value) };
  return { ...fields, [key]: replaced(fields[key], rest, by) };
}

const release = 'modules/0/releases/1.0.0';

describe('a registry', () => {
  it('is read when it is sound', () => {
    expect(parseRegistry(JSON.stringify(sound))).toEqual(sound);
  });

  it('may have fields that this shell does not know', () => {
    const newer = { ...sound, signature: 'abc' };
    expect(parseRegistry(JSON.stringify(newer))).toEqual(newer);
  });

  it.each([
    ['', null, 'registry'],
    ['', [], 'registry'],
    ['revision', '7', 'revision'],
    ['shell', null, 'shell'],
    ['shell/base', 'https://elsewhere.example/', 'shell.base'],
    ['modules', {}, 'registry.modules'],
    ['modules/0', 'jobs', 'modules[0]'],
    ['modules/0/title', '', 'modules[0].title'],
    ['modules/0/stable', '2.0.0', 'modules[0].stable'],
    ['modules/0/stable', 'constructor', 'modules[0].stable'],
    [`${release}/entry`, undefined, 'modules[0].releases.1.0.0.entry'],
    [`${release}/base`, '//elsewhere.example/', 'modules[0].releases.1.0.0.base'],
    [`${release}/base`, '/\\elsewhere.example/', 'modules[0].releases.1.0.0.base'],
    [`${release}/files`, null, 'modules[0].releases.1.0.0.files'],
    [`${release}/routes/0/access`, 1, 'modules[0].releases.1.0.0.routes[0].access'],
    [`${release}/routes/0/chunks`, 'a.js', 'modules[0].releases.1.0.0.routes[0].chunks'],
    [`${release}/navigation/0/label`, null, 'modules[0].releases.1.0.0.navigation[0].label'],
    [`${release}/widgets`, null, 'modules[0].releases.1.0.0.widgets'],
  ])('with %s being %j is refused by the name of that field', (path, value, field) => {
    const json = JSON.stringify(replaced(sound, path.split('/').filter(Boolean), value));
    expect(() => parseRegistry(json)).toThrow(expect.objectContaining({ name: 'InvalidRegistry', field }));
  });

  it('that is no JSON is refused', () => {
    expect(() => parseRegistry('<!doctype html>')).toThrow(SyntaxError);
  });
});
