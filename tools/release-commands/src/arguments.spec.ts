import { readArguments } from './arguments.ts';

const commandOf = (line: string) => readArguments(line.split(' ').filter(Boolean)).command;

describe('readArguments', () => {
  it.each([
    ['', { name: 'help' }],
    ['publish --help', { name: 'help' }],
    [
      'publish mfe-jobs mfe-payments',
      { name: 'publish', packages: ['mfe-jobs', 'mfe-payments'], isInactive: false },
    ],
    [
      'canary jobs 1.1.0 --percent 5',
      { name: 'canary', module: 'jobs', version: '1.1.0', percent: 5, watch: null, allowsOneNetwork: false },
    ],
    [
      'canary jobs --percent 0',
      {
        name: 'canary',
        module: 'jobs',
        version: undefined,
        percent: 0,
        watch: null,
        allowsOneNetwork: false,
      },
    ],
    [
      'canary jobs --percent 99 --watch 30m --allow-one-network',
      {
        name: 'canary',
        module: 'jobs',
        version: undefined,
        percent: 99,
        watch: 1_800_000,
        allowsOneNetwork: true,
      },
    ],
    ['promote jobs', { name: 'promote', module: 'jobs', version: undefined }],
    ['promote shell 1.1.0', { name: 'promote', module: 'shell', version: '1.1.0' }],
    [
      'promote jobs --from staging --to production',
      { name: 'promote-from', module: 'jobs', version: undefined, from: 'staging' },
    ],
    ['rollback jobs --to 1.0.0', { name: 'rollback', module: 'jobs', version: '1.0.0' }],
    ['status', { name: 'status' }],
    ['verify --json', { name: 'verify' }],
    ['publish mfe-jobs --inactive', { name: 'publish', packages: ['mfe-jobs'], isInactive: true }],
    ['retire jobs', { name: 'retire', module: 'jobs' }],
    ['prune', { name: 'prune', olderThanMs: 2_592_000_000 }],
    ['keygen release.pem', { name: 'keygen', file: 'release.pem' }],
  ])('%s', (line, expected) => {
    expect(commandOf(line)).toEqual(expected);
  });

  it('reads options', () => {
    const { options } = readArguments('status --store s3://b/p --key k --by me --dry-run --json'.split(' '));
    expect(options).toEqual({
      store: 's3://b/p',
      key: 'k',
      by: 'me',
      dryRun: true,
      forceReload: false,
      json: true,
      metrics: undefined,
      trustUnsigned: false,
    });
  });

  it.each([
    ['--role pilot', { percent: 100, role: 'pilot', accounts: undefined }],
    ['--role client --percent 10', { percent: 10, role: 'client', accounts: undefined }],
    ['--accounts 7,12', { percent: 0, role: undefined, accounts: [7, 12] }],
    ['--accounts 7 --percent 5', { percent: 5, role: undefined, accounts: [7] }],
    ['--accounts 7 --role pilot --percent 0', { percent: 0, role: 'pilot', accounts: [7] }],
  ])('reads the groups of a canary: %s', (given, expected) => {
    expect(commandOf(`canary jobs 1.1.0 ${given}`)).toMatchObject(expected);
  });

  it('reads the reason of a change without outer spaces', () => {
    expect(readArguments(['retire', 'jobs', '--why', ' Uploads fail ']).options.why).toBe('Uploads fail');
  });

  it('reads the stores of a promotion between two', () => {
    const line = 'promote jobs 1.1.0 --from staging --to production --from-keys keys.json';
    const { command, options } = readArguments(line.split(' '));
    expect(command).toMatchObject({ version: '1.1.0', from: 'staging', fromKeys: 'keys.json' });
    expect(options.store).toBe('production');
  });

  it('accepts the metrics of several processes', () => {
    const { options } = readArguments(
      'canary jobs --percent 5 --metrics http://a/m --metrics http://b/m'.split(' '),
    );
    expect(options.metrics).toEqual(['http://a/m', 'http://b/m']);
  });

  it.each([
    ['launch', 'There is no command launch'],
    ['publish', 'publish takes one package or several'],
    ['canary jobs 1.1.0', 'A canary needs --percent'],
    ['canary jobs 1.1.0 --percent 101', 'A canary needs --percent'],
    ['canary jobs 1.1.0 --percent 7.5', 'A canary needs --percent'],
    ['canary jobs 1.1.0 --percent 5 --watch 30', '--watch takes a time such as 90s, 30m or 2h'],
    ['canary jobs 1.1.0 --percent 5 --watch 0m', '--watch takes a time'],
    ['canary jobs 1.1.0 --percent 100 --watch 30m', '--watch needs --percent from 1 to 99'],
    ['canary jobs 1.1.0 --percent 0 --watch 30m', '--watch needs --percent from 1 to 99'],
    ['canary jobs 1.1.0 --percent 05', 'A canary needs --percent'],
    ['canary jobs --role guest', '--role takes pilot or client'],
    ['canary jobs --role pilot --percent 0', 'selects no user'],
    ['canary jobs --accounts demo_pilot', '--accounts takes at most 50 ids of users'],
    ['canary jobs --accounts 0', '--accounts takes at most 50 ids of users'],
    [`canary jobs --accounts ${'1,'.repeat(50)}1`, '--accounts takes at most 50 ids of users'],
    ['canary jobs --role pilot --percent 50 --watch 30m', '--watch compares users who differ only by chance'],
    ['promote jobs --from-keys keys.json', '--from-keys needs --from'],
    ['promote jobs --from a --to b --store c', 'name the other store with --to or with --store'],
    ['promote', 'promote needs the name of a module'],
    ['rollback jobs 1.0.0 more', 'rollback does not accept the argument more'],
    ['status jobs', 'status takes no arguments except options'],
    ['status --loud', "Unknown option '--loud'"],
    ['keygen', 'keygen takes one file'],
    ['status --why text', 'status changes no registry, so it takes no --why'],
    ['sign-request jobs --why text', 'sign-request changes no registry, so it takes no --why'],
    [`rollback jobs --why ${'x'.repeat(201)}`, '--why must be at most 200 characters'],
    ['rollback jobs --why up\u202Eloads', '--why has control characters'],
    ['rollback jobs --why up\nloads', '--why has control characters'],
    ['rollback jobs --why=', '--why needs a text'],
  ])('refuses %s', (line, message) => {
    expect(() => commandOf(line)).toThrow(message);
  });
});
