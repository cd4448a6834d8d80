import { readArguments } from './arguments.ts';

const commandOf = (line: string) => readArguments(line.split(' ').filter(Boolean)).command;

const CANARY = { name: 'canary', module: 'jobs', watch: null };
const PUBLISH = { name: 'publish', packages: ['mfe-jobs', 'mfe-payments'], from: undefined };

describe('readArguments', () => {
  it.each<[string, object]>([
    ['', { name: 'help' }],
    ['publish --help', { name: 'help' }],
    ['publish mfe-jobs mfe-payments', { ...PUBLISH, isInactive: false }],
    ['publish mfe-jobs mfe-payments --inactive', { ...PUBLISH, isInactive: true }],
    ['canary jobs 1.1.0 --percent 5', { ...CANARY, version: '1.1.0', percent: 5 }],
    ['canary jobs --percent 0', { ...CANARY, version: undefined, percent: 0 }],
    ['canary jobs --percent 99 --watch 30m', { ...CANARY, percent: 99, watch: 1_800_000 }],
    ['canary jobs --accounts 7,12', { percent: 0, accounts: [7, 12] }],
    ['canary jobs --percent 10 --accounts 7', { percent: 10, accounts: [7] }],
    ['verify', { name: 'verify' }],
    ['verify --repair', { name: 'repair' }],
    ['promote jobs', { name: 'promote', module: 'jobs', version: undefined }],
    [
      'publish jobs@1.1.0 --from staging --from-keys keys.json',
      { name: 'publish', packages: ['jobs@1.1.0'], from: 'staging', fromKeys: 'keys.json' },
    ],
    ['rollback jobs --to 1.0.0', { name: 'rollback', module: 'jobs', version: '1.0.0' }],
    ['prune', { name: 'prune', olderThanMs: 2_592_000_000 }],
    ['keygen release.pem', { name: 'keygen', file: 'release.pem' }],
  ])('%s', (line, expected) => {
    expect(commandOf(line)).toMatchObject(expected);
  });

  it('reads options', () => {
    const line =
      'status --store s3://b/p --key k --by me --dry-run --json --metrics http://a --metrics http://b';
    expect(readArguments(line.split(' ')).options).toMatchObject({
      store: 's3://b/p',
      key: 'k',
      by: 'me',
      'dry-run': true,
      'force-reload': false,
      json: true,
      metrics: ['http://a', 'http://b'],
    });
    expect(readArguments(['retire', 'jobs', '--why', ' Uploads fail ']).options.why).toBe('Uploads fail');
  });

  it.each([
    ['launch', 'There is no command launch'],
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
    ['keygen', 'keygen takes one file'],
    ['status --why text', 'status changes no registry, so it takes no --why'],
    [`rollback jobs --why ${'x'.repeat(201)}`, '--why must be at most 200 characters'],
    ['rollback jobs --why up\u202Eloads', '--why has control characters'],
    ['rollback jobs --why=', '--why needs a text'],
  ])('refuses %s', (line, message) => {
    expect(() => commandOf(line)).toThrow(message);
  });
});
