import { readLine, shareOf, watchOf } from './arguments.ts';
import { readCommand } from './run-command.ts';

const words = (line: string) => line.split(' ').filter(Boolean);
const optionsOf = (line: string) => readLine(words(line)).values;

describe('the command line', () => {
  it.each<[string, object]>([
    ['canary jobs 1.1.0 --percent 5', { percent: 5 }],
    ['canary jobs --accounts 7,12', { percent: 0, accounts: [7, 12] }],
    ['canary jobs --percent 10 --accounts 7', { percent: 10, accounts: [7] }],
  ])('%s selects its users', (line, share) => {
    expect(shareOf(optionsOf(line))).toEqual(share);
  });

  it.each([
    ['', null],
    ['--watch 90s', 90_000],
    ['--watch 30m', 1_800_000],
    ['--watch 2h', 7_200_000],
  ])('a canary with "%s" is watched for %s ms', (line, milliseconds) => {
    expect(watchOf(optionsOf(line), { percent: 99 })).toBe(milliseconds);
  });

  it('reads options', () => {
    const line =
      'status --store s3://b/p --key k --by me --dry-run --json --metrics http://a --metrics http://b';
    expect(optionsOf(line)).toMatchObject({
      store: 's3://b/p',
      key: 'k',
      by: 'me',
      'dry-run': true,
      'force-reload': false,
      json: true,
      metrics: ['http://a', 'http://b'],
    });
    expect(readLine(['retire', 'jobs', '--why', ' Uploads fail ']).values.why).toBe('Uploads fail');
  });

  it.each([
    ['launch', 'There is no command launch'],
    ['toString', 'There is no command toString'],
    ['publish', 'publish takes one package or several'],
    ['canary jobs 1.1.0', 'A canary needs --percent'],
    ['canary jobs 1.1.0 --percent 101', 'A canary needs --percent'],
    ['canary jobs 1.1.0 --percent 5 --watch 30', '--watch takes a time such as 90s, 30m or 2h'],
    ['canary jobs 1.1.0 --percent 100 --watch 30m', '--watch needs --percent from 1 to 99'],
    ['canary jobs --accounts demo_pilot', '--accounts takes at most 50 ids of users'],
    [`canary jobs --accounts ${'1,'.repeat(50)}1`, '--accounts takes at most 50 ids of users'],
    ['canary jobs --accounts 7 --percent 50 --watch 30m', '--watch compares users who differ only by chance'],
    ['publish jobs --from-keys keys.json', '--from-keys needs --from'],
    ['promote', 'promote needs the name of a module'],
    ['rollback jobs 1.0.0 more', 'rollback does not accept the argument more'],
    ['status jobs', 'status takes no arguments except options'],
    ['status --loud', "Unknown option '--loud'"],
    ['prune --older-than 1', '--older-than takes a number of days'],
    ['keygen', 'keygen takes one file'],
    ['status --why text', 'status changes no registry, so it takes no --why'],
    [`rollback jobs --why ${'x'.repeat(201)}`, '--why must be at most 200 characters'],
    ['rollback jobs --why up\u202Eloads', '--why has control characters'],
    ['rollback jobs --why=', '--why needs a text'],
  ])('refuses %s', (line, message) => {
    expect(() => readCommand(words(line))).toThrow(message);
  });
});
