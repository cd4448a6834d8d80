import { scriptErrorFacts, errorFacts } from './script-error.ts';

function thrown(message: string, stack?: string, name = 'TypeError'): Error {
  const error = new Error(message);
  error.name = name;
  error.stack = stack ?? '';
  return error;
}

const page = 'http://localhost/modules/jobs/1.2.0/assets/page.3f2a.js:1:4711';
const shell = 'http://localhost/shell/2.0.1/assets/main.js:7:12';

describe('a thrown error', () => {
  it.each([
    ['Chromium', `TypeError: x\n    at Array.map (<anonymous>)\n    at Row (${page})\n    at r (${shell})`],
    ['Firefox', `Row@${page}\nr@${shell}`],
    ['a file of a second attempt', `at Row (${page.replace(':1:', '?retry=1795:1:')})`],
  ])('belongs to the first release of the product in the stack: %s', (_source, stack) => {
    expect(scriptErrorFacts(thrown('x', stack))).toEqual({
      module: 'jobs',
      version: '1.2.0',
      errorName: 'TypeError',
      message: '',
      place: 'assets/page.3f2a.js:1:4711',
    });
  });

  it('belongs to the shell when the shell threw it', () => {
    expect(scriptErrorFacts(thrown('x', `at r (${shell})`))).toMatchObject({
      module: 'shell',
      version: '2.0.1',
    });
  });

  it.each([
    ['an extension', thrown('x', 'at a (chrome-extension://abc/modules/jobs/1.2.0/a.js:1:1)')],
    ['another origin', thrown('x', `at a (${page.replace('localhost', 'elsewhere.example')})`)],
    ['an unknown place', thrown('x')],
    ['a thrown undefined', undefined],
  ])('is not reported when it comes from %s', (_where, error) => {
    expect(scriptErrorFacts(error)).toBeNull();
  });

  it.each([
    ["Cannot read properties of undefined (reading 'title')"],
    ['jobs.map is not a function'],
    ['(intermediate value).total is not a function'],
    ["Failed to execute 'removeChild' on 'Node'", ": the node is Ada's"],
    ['Minified React error #418', '; visit https://react.dev/errors/418?args[]=Ada'],
    ['undefined is not an object', " (evaluating 'a.b')", "undefined is not an object (evaluating 'a.b')"],
  ])('has a message that contains only code: %s', (about, rest = '', expected = about) => {
    expect(errorFacts(thrown(about + rest)).message).toBe(expected);
  });

  it.each([
    ['Unexpected token \'H\', "Hi, I am Ada" is not valid JSON'],
    ["'#Ada' is not a valid selector"],
    ['Ada Byron is not defined'],
    ['ada@example.com'],
    ["Cannot read properties of undefined (reading 'the name of Ada')"],
  ])('has no message that may quote input: %s', (message) => {
    expect(errorFacts(thrown(message)).message).not.toContain('Ada');
    expect(errorFacts(thrown(message)).message).not.toContain('ada');
  });

  it.each([
    ['a class of its own', thrown('x', '', 'PaymentError'), 'PaymentError'],
    ['the class Error in place of a sentence', thrown('x', '', 'Error of Ada'), 'Error'],
    ['the class Thrown for another value', { name: 'Ada' }, 'Thrown'],
  ])('has %s', (_what, error, name) => {
    expect(errorFacts(error)).toEqual({ errorName: name, message: '' });
  });
});
