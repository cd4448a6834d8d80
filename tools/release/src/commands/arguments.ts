import { parseArgs } from 'node:util';
import { changeReason } from '../registry/change-reason.ts';
import { EXIT, RELEASE_COMMAND, CommandError, messageOf } from '../store/command-error.ts';

export type Command =
  | { name: 'help' | 'status' | 'serve' }
  | { name: 'verify' | 'repair' }
  | {
      name: 'publish';
      /** Folders of packages; with `from`, names of releases. */
      packages: string[];
      isInactive: boolean;
      /** Another store, which has the releases. */
      from: string | undefined;
      /** File with the keys of that store; undefined for those of the target. */
      fromKeys: string | undefined;
    }
  | { name: 'retire'; module: string }
  | { name: 'sign'; module: string | undefined }
  | {
      name: 'canary';
      module: string;
      version: string | undefined;
      percent: number;
      /** Ids of users. */
      accounts: number[] | undefined;
      /** Duration of the watch in ms; null without a watch. */
      watch: number | null;
    }
  | { name: 'promote' | 'rollback' | 'sign-request'; module: string; version: string | undefined }
  | { name: 'preview'; module: string; version: string; lifetimeMs: number }
  | { name: 'end-preview'; module: string; version: string | undefined }
  | { name: 'prune'; olderThanMs: number }
  | { name: 'locate'; release: string; place: string }
  | { name: 'widgets'; module: string; folder: string }
  | { name: 'keygen'; file: string };

/** The options of all commands. The environment supplies missing ones. */
const OPTIONS = {
  store: { type: 'string' },
  key: { type: 'string' },
  // File with the keys of the deployment.
  keys: { type: 'string' },
  by: { type: 'string' },
  // Reason of a change.
  why: { type: 'string' },
  percent: { type: 'string' },
  accounts: { type: 'string' },
  to: { type: 'string' },
  from: { type: 'string' },
  'from-keys': { type: 'string' },
  watch: { type: 'string' },
  // Addresses of the API's metrics.
  metrics: { type: 'string', multiple: true },
  inactive: { type: 'boolean', default: false },
  'older-than': { type: 'string' },
  expires: { type: 'string' },
  end: { type: 'boolean', default: false },
  // Addresses of the products that must serve a change.
  'served-by': { type: 'string', multiple: true },
  repair: { type: 'boolean', default: false },
  // Whether open pages reload after the change.
  'force-reload': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

type ParsedLine = ReturnType<typeof parse>;
export type Options = ParsedLine['values'];

const usage = (problem: string) => new CommandError(`${problem} See ${RELEASE_COMMAND} --help`, EXIT.usage);

function parse(given: string[]) {
  try {
    return parseArgs({ args: given, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw usage(`${messageOf(error)}.`);
  }
}

/** Maximum number of named users. For more, use a percentage. */
const ACCOUNTS_MOST = 50;

/** Returns the users of a canary. Without `--percent`, accounts mean only these. */
function shareOf({ percent: given, accounts: listed }: Options) {
  const accounts = listed?.split(',').map(Number);
  if (accounts?.some((id) => !Number.isSafeInteger(id) || id < 1) || (accounts?.length ?? 0) > ACCOUNTS_MOST)
    throw usage(`--accounts takes at most ${ACCOUNTS_MOST} ids of users, separated by commas.`);
  return { percent: given === undefined && accounts ? 0 : percentOf(given), accounts };
}

function percentOf(given: string | undefined): number {
  if (given !== undefined && /^(100|[1-9]?\d)$/.test(given)) return Number(given);
  throw usage('A canary needs --percent with an integer from 0 to 100.');
}

const MILLISECONDS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** Returns the duration of the watch in ms, or null without a watch. */
function watchOf(given: string | undefined, percent: number): number | null {
  if (given === undefined) return null;
  const [, count, unit = ''] = /^([1-9]\d{0,3})([smh])$/.exec(given) ?? [];
  const milliseconds = Number(count) * (MILLISECONDS[unit] ?? Number.NaN);
  if (Number.isNaN(milliseconds)) throw usage('--watch takes a time such as 90s, 30m or 2h.');
  if (percent > 0 && percent < 100) return milliseconds;
  throw usage('--watch needs --percent from 1 to 99: it compares the canary with the stable release.');
}

const DAY_MS = 24 * 3_600_000;

/** Returns a number of days in ms. */
function daysOf(option: string, given: string): number {
  const [, days] = /^([1-9]\d{0,3})d$/.exec(given) ?? [];
  if (days === undefined) throw usage(`${option} takes a number of days, such as 30d.`);
  return Number(days) * DAY_MS;
}

/** A tester needs no longer, and a forgotten preview ends. */
const PREVIEW_MOST_DAYS = 30;

function previewOf(given: ParsedLine): Command {
  const { module, version } = moduleAndVersion(given);
  const { end, expires = '7d' } = given.values;
  if (end) return { name: 'end-preview', module, version };
  if (version === undefined) throw usage('preview needs a version, or --end.');
  const lifetimeMs = daysOf('--expires', expires);
  if (lifetimeMs > PREVIEW_MOST_DAYS * DAY_MS)
    throw usage(`A preview is valid for at most ${PREVIEW_MOST_DAYS}d.`);
  return { name: 'preview', module, version, lifetimeMs };
}

/** Returns the arguments of a command with a module and an optional version. */
function moduleAndVersion(
  { positionals }: ParsedLine,
  to?: string,
): { module: string; version: string | undefined } {
  const [name = '', module, version, more] = positionals;
  if (module === undefined) throw usage(`${name} needs the name of a module.`);
  if (more !== undefined) throw usage(`${name} does not accept the argument ${more}.`);
  return { module, version: to ?? version };
}

function argumentsOf(given: ParsedLine, min: number, max: number, what: string): string[] {
  const [name = '', ...rest] = given.positionals;
  if (rest.length >= min && rest.length <= max) return rest;
  throw usage(`${name} takes ${what}.`);
}

function commandOf(given: ParsedLine): Command {
  const [name] = given.positionals;
  if (given.values.help || name === undefined) return { name: 'help' };
  switch (name) {
    case 'publish':
      if (given.values.from === undefined && given.values['from-keys'] !== undefined)
        throw usage('--from-keys needs --from.');
      return {
        name,
        packages: argumentsOf(given, 1, Infinity, 'one package or several'),
        isInactive: given.values.inactive,
        from: given.values.from,
        fromKeys: given.values['from-keys'],
      };
    case 'canary': {
      const share = shareOf(given.values);
      const watch = watchOf(given.values.watch, share.percent);
      if (watch !== null && share.accounts)
        throw usage('--watch compares users who differ only by chance: use --percent without --accounts.');
      return {
        name,
        ...moduleAndVersion(given, given.values.to),
        ...share,
        watch,
      };
    }
    case 'preview':
      return previewOf(given);
    case 'promote':
    case 'rollback':
    case 'sign-request':
      return { name, ...moduleAndVersion(given, given.values.to) };
    case 'verify':
      argumentsOf(given, 0, 0, 'no arguments except options');
      return { name: given.values.repair ? 'repair' : name };
    case 'status':
    case 'serve':
      argumentsOf(given, 0, 0, 'no arguments except options');
      return { name };
    case 'retire': {
      const [module = ''] = argumentsOf(given, 1, 1, 'one module');
      return { name, module };
    }
    case 'sign': {
      const [module] = argumentsOf(given, 0, 1, 'at most one module');
      return { name, module };
    }
    case 'prune':
      argumentsOf(given, 0, 0, 'no arguments except options');
      return { name, olderThanMs: daysOf('--older-than', given.values['older-than'] ?? '30d') };
    case 'locate': {
      const [release = '', place = ''] = argumentsOf(given, 2, 2, 'a release and a place');
      return { name, release, place };
    }
    case 'widgets': {
      const [module = '', folder = ''] = argumentsOf(given, 2, 2, 'a module and the folder of another one');
      return { name, module, folder };
    }
    case 'keygen': {
      const [file = ''] = argumentsOf(given, 1, 1, 'one file');
      return { name, file };
    }
    default:
      throw usage(`There is no command ${name}.`);
  }
}

/** The commands that change no registry. */
const READERS = new Set<Command['name']>([
  'status',
  'verify',
  'serve',
  'sign-request',
  'prune',
  'locate',
  'widgets',
  'keygen',
]);

/** Returns the reason of a change. */
function reasonOf(given: string | undefined, command: Command['name']): string | undefined {
  if (given === undefined) return undefined;
  if (READERS.has(command)) throw usage(`${command} changes no registry, so it takes no --why.`);
  const reason = given.trim();
  if (reason === '') throw usage('--why needs a text.');
  try {
    return changeReason().label('--why').validateSync(reason);
  } catch (error) {
    throw usage(`${messageOf(error)}.`);
  }
}

/**
 * Parses the command line.
 *
 * @throws CommandError when it is wrong
 */
export function readArguments(given: string[]): { command: Command; options: Options } {
  const parsed = parse(given);
  const command = commandOf(parsed);
  const why = reasonOf(parsed.values.why, command.name);
  return { command, options: { ...parsed.values, ...(why !== undefined && { why }) } };
}
