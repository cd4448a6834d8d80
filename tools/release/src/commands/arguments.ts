import { parseArgs } from 'node:util';
import { changeReason } from '../registry/change-reason.ts';
import type { CanaryShare } from '../registry/choose-release.ts';
import { EXIT, RELEASE_COMMAND, CommandError, messageOf } from '../store/command-error.ts';

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

/** A command line: the name of a command and its arguments, and the options. */
export type Line = ReturnType<typeof parse>;
export type Options = Line['values'];

/** Returns the error of a wrong command line. */
export const usage = (problem: string) =>
  new CommandError(`${problem} See ${RELEASE_COMMAND} --help`, EXIT.usage);

function parse(given: string[]) {
  try {
    return parseArgs({ args: given, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw usage(`${messageOf(error)}.`);
  }
}

/** The commands that change no registry. */
const READERS = new Set([
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
function reasonOf({ positionals: [name = ''], values: { why, repair } }: Line): string | undefined {
  if (why === undefined) return undefined;
  if (READERS.has(name) && !repair) throw usage(`${name} changes no registry, so it takes no --why.`);
  const reason = why.trim();
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
 * @throws CommandError for an unknown option, or a wrong reason
 */
export function readLine(given: string[]): Line {
  const line = parse(given);
  const why = reasonOf(line);
  return { ...line, values: { ...line.values, ...(why !== undefined && { why }) } };
}

/**
 * Returns the arguments of a command.
 *
 * @param what the expected arguments, for the error
 * @throws CommandError if there are fewer than `min` or more than `max`
 */
export function argumentsOf(
  { positionals: [name = '', ...rest] }: Line,
  min: number,
  max: number,
  what: string,
) {
  if (rest.length >= min && rest.length <= max) return rest;
  throw usage(`${name} takes ${what}.`);
}

/** Returns the arguments of a command with a module and an optional version. Throws CommandError if they are wrong. */
export function moduleAndVersion({ positionals, values: { to } }: Line): {
  module: string;
  version: string | undefined;
} {
  const [name = '', module, version, more] = positionals;
  if (module === undefined) throw usage(`${name} needs the name of a module.`);
  if (more !== undefined) throw usage(`${name} does not accept the argument ${more}.`);
  return { module, version: to ?? version };
}

/** Maximum number of named users. For more, use a percentage. */
const ACCOUNTS_MOST = 50;

function percentOf(given: string | undefined): number {
  if (given !== undefined && /^(100|[1-9]?\d)$/.test(given)) return Number(given);
  throw usage('A canary needs --percent with an integer from 0 to 100.');
}

/** Returns the users of a canary. Without `--percent`, accounts mean only these. Throws CommandError if an option is wrong. */
export function shareOf({ percent, accounts: listed }: Options): CanaryShare {
  if (listed === undefined) return { percent: percentOf(percent) };
  const accounts = listed.split(',').map(Number);
  if (accounts.some((id) => !Number.isSafeInteger(id) || id < 1) || accounts.length > ACCOUNTS_MOST)
    throw usage(`--accounts takes at most ${ACCOUNTS_MOST} ids of users, separated by commas.`);
  return { percent: percent === undefined ? 0 : percentOf(percent), accounts };
}

const MILLISECONDS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** Returns the duration of the watch of a canary in ms, or null without a watch. Throws CommandError if it is wrong. */
export function watchOf({ watch }: Options, { percent, accounts }: CanaryShare): number | null {
  if (watch === undefined) return null;
  const [, count, unit = ''] = /^([1-9]\d{0,3})([smh])$/.exec(watch) ?? [];
  const milliseconds = Number(count) * (MILLISECONDS[unit] ?? Number.NaN);
  if (Number.isNaN(milliseconds)) throw usage('--watch takes a time such as 90s, 30m or 2h.');
  if (percent < 1 || percent > 99)
    throw usage('--watch needs --percent from 1 to 99: it compares the canary with the stable release.');
  if (accounts)
    throw usage('--watch compares users who differ only by chance: use --percent without --accounts.');
  return milliseconds;
}

const DAY_MS = 24 * 3_600_000;

/** Returns the value of an option, a number of days such as `30d`, in ms. Throws CommandError if it is wrong or larger than `most`. */
export function daysOf(option: string, given: string, most = Infinity): number {
  const [, days] = /^([1-9]\d{0,3})d$/.exec(given) ?? [];
  if (days === undefined) throw usage(`${option} takes a number of days, such as 30d.`);
  if (Number(days) > most) throw usage(`${option} takes at most ${most}d.`);
  return Number(days) * DAY_MS;
}
