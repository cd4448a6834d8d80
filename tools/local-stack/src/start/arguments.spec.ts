import { parseArguments } from './arguments.ts';

describe('parseArguments', () => {
  it.each([
    [[], false],
    [['--fresh'], true],
  ])('%j', (given, fresh) => {
    expect(parseArguments(given)).toEqual({ fresh });
  });

  it.each([['--frehs'], ['-f'], ['fresh'], ['']])('refuses %j', (option) => {
    expect(() => parseArguments([option])).toThrow('The options are --fresh and --help');
  });
});
