import { texts } from '../texts.ts';
import { effectsOf, parseRequest, signCommand } from './signed-request.ts';

const REQUEST = { rollback: 'jobs', to: '1.0.0', signature: { revision: 6, key: 'a', value: 'b' } };
const LINE = JSON.stringify(REQUEST);

describe('parseRequest', () => {
  it.each([
    ['the line with spaces', `\n  ${LINE}  \n`],
    ['the complete output of npm', `\n> release\n> node release.ts\n\n${LINE}\n`],
  ])('reads %s', (_case, text) => {
    expect(parseRequest(text, { name: 'jobs' }, '1.0.0')).toEqual({ request: REQUEST });
  });

  it.each([
    ['a command', 'npm run release'],
    ['half a line', LINE.slice(0, 30)],
    ['other JSON', '{"to":1}'],
    ['nothing', ''],
  ])('reports %s', (_case, text) => {
    expect(parseRequest(text, { name: 'jobs' }, '1.0.0')).toEqual({ problem: texts.rollback.notRequest });
  });

  it.each([
    ['another module', 'weather', '1.0.0'],
    ['another version', 'jobs', '0.9.0'],
  ])('reports a request for %s', (_case, name, to) => {
    const problem = texts.rollback.otherRequest('jobs', '1.0.0');
    expect(parseRequest(LINE, { name }, to)).toEqual({ problem });
  });
});

it('names the product in the command', () => {
  expect(signCommand('jobs', '1.0.0', 'https://surveys.example')).toBe(
    'npm run release -- sign-request jobs --to 1.0.0 --served-by https://surveys.example',
  );
});

it.each([
  [undefined, 2],
  [{ version: '1.2.0', users: '5 of 100 users' }, 3],
])('states what users will see with the canary %j', (canary, count) => {
  const part = { name: 'jobs', title: 'Jobs', stable: '1.1.0', inactive: false, earlier: ['1.0.0'] };
  expect(effectsOf({ ...part, ...(canary && { canary }) }, '1.0.0')).toHaveLength(count);
});
