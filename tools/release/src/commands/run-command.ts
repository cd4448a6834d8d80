import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  argumentsOf,
  daysOf,
  moduleAndVersion,
  readLine,
  shareOf,
  usage,
  watchOf,
  type Line,
} from './arguments.ts';
import { canary, promoteRelease, retireModule, rollbackRelease } from './choose.ts';
import { copyWidgets } from './copy-widgets.ts';
import { keygen, signEntries, signRequest } from './keys.ts';
import { locate } from './locate.ts';
import { previewRelease, stopPreview } from './preview.ts';
import { withReleasesOf } from './other-store.ts';
import { prune, prunedText } from './prune.ts';
import { publishAll } from './publish.ts';
import { readStatus, statusText } from './status.ts';
import { verify, repair } from './verify.ts';
import { startWatchedCanary } from './watched-canary.ts';
import { contractGate } from '../checks/contract/contract-gate.ts';
import { formatGate } from '../checks/policy/format-gate.ts';
import type { Gate } from '../checks/gate.ts';
import { sizeGate } from '../checks/size/size-gate.ts';
import {
  metricsAddresses,
  openContext,
  openGivenStore,
  openReadContext,
  type Environment,
} from './open-context.ts';
import type { ReleaseContext } from '../registry/change-registry.ts';
import type { ReadContext } from '../registry/read-registry.ts';
import { reportUncompared } from '../registry/served-registry.ts';
import { CLOCK, type Clock } from '../watch/watch-canary.ts';
import type { WatchEvent } from '../watch/watch-reports.ts';
import {
  EXIT,
  UnchangedError,
  RELEASE_COMMAND,
  CommandError,
  messageOf,
  type ExitCode,
} from '../store/command-error.ts';

export type { Gate };
export { readBuildFile } from '../checks/build-folder.ts';

/** The rules for the files of every release, the fast ones first. */
export const FILE_GATES: readonly Gate[] = [formatGate, sizeGate, contractGate];

/** Result of a command, as text and as data. */
interface CommandResult {
  text: string;
  facts: object;
  /** Exit code. Defaults to `EXIT.done`. */
  code?: ExitCode;
}

/** Environment and output of a command. */
export interface CommandIo {
  environment: Environment;
  /** The rules for a build. */
  gates: readonly Gate[];
  write: (line: string) => void;
  writeError: (line: string) => void;
  /** Returns a signal that ends a watch early. */
  stopRequest?: () => AbortSignal;
  /** Defaults to the clock of the machine. */
  clock?: Clock;
}

const done = (summary: string, dryRun = false): CommandResult => ({
  text: dryRun ? `Would ${summary}. Nothing was changed.` : `Done: ${summary}`,
  facts: { done: !dryRun, summary },
});

/** Returns the result of a change of the registry. */
async function changed(context: ReleaseContext, summary: string): Promise<CommandResult> {
  if (!context.dryRun) await reportUncompared(context);
  return done(summary, context.dryRun);
}

/** Runs a command that has read its arguments. */
type Run = (io: CommandIo) => Promise<CommandResult>;

/** Returns a command that reads the store. */
const reading =
  ({ values }: Line, run: (context: ReadContext, io: CommandIo) => Promise<CommandResult>): Run =>
  async (io) =>
    run(await openReadContext(values, io.environment, io.writeError), io);

/** Returns a command that needs a signing key. */
const signing =
  ({ values }: Line, run: (context: ReleaseContext, io: CommandIo) => Promise<CommandResult>): Run =>
  async (io) =>
    run(await openContext(values, io.environment, io.writeError), io);

/** Returns a command that changes the registry. `change` returns a summary. */
const changing = (line: Line, change: (context: ReleaseContext) => Promise<string>): Run =>
  signing(line, async (context) => changed(context, await change(context)));

/** Returns a command that changes a module, to a version if one is named. */
const ofModule =
  (change: (context: ReleaseContext, module: string, version: string | undefined) => Promise<string>) =>
  (line: Line): Run => {
    const { module, version } = moduleAndVersion(line);
    return changing(line, (context) => change(context, module, version));
  };

const NEVER = () => new AbortController().signal;

/** npm runs scripts in the root folder. INIT_CWD is the folder of the user. */
const here = (given: string, { environment }: CommandIo): string =>
  path.resolve(environment['INIT_CWD'] ?? '.', given);

const NO_ARGUMENTS = 'no arguments except options';
/** A tester needs no longer, and a forgotten preview ends. */
const PREVIEW_MOST_DAYS = 30;

/** The commands by name. Each reads its arguments, and throws CommandError if they are wrong. */
const COMMANDS: Record<string, (line: Line) => Run> = {
  publish: (line) => {
    const packages = argumentsOf(line, 1, Infinity, 'one package or several');
    const { from, 'from-keys': fromKeys, inactive: isInactive } = line.values;
    if (from === undefined && fromKeys !== undefined) throw usage('--from-keys needs --from.');
    return signing(line, async (context, io) => {
      const publishThese = async (folders: readonly string[], origin?: string) => {
        const gates = { gates: io.gates, report: io.writeError };
        const plan = { isInactive, ...(origin !== undefined && { from: origin }) };
        const { summary, measured } = await publishAll(context, folders, gates, plan);
        const { text, facts } = await changed(context, summary);
        return { text, facts: { ...facts, ...(measured.length > 0 && { measured }) } };
      };
      if (from === undefined) return publishThese(packages.map((each) => here(each, io)));
      const others = { ...line.values, store: from, ...(fromKeys !== undefined && { keys: fromKeys }) };
      const source = await openReadContext(others, io.environment, io.writeError);
      return withReleasesOf(source, packages, (folders) => publishThese(folders, source.store.address));
    });
  },
  canary: (line) => {
    const { module, version } = moduleAndVersion(line);
    const share = shareOf(line.values);
    const duration = watchOf(line.values, share);
    if (duration === null || line.values['dry-run'])
      return changing(line, (context) => canary(context, module, version, share));
    return signing(line, async (context, { environment, write, stopRequest = NEVER, clock = CLOCK }) => {
      const emit = ({ text, ...facts }: WatchEvent) => {
        const at = new Date().toISOString();
        write(line.values.json ? JSON.stringify({ at, ...facts, text }) : `${at.slice(11, 19)}  ${text}`);
      };
      const metrics = metricsAddresses(line.values, environment);
      const plan = { module, version, percent: share.percent, duration, metrics };
      const { code, ...facts } = await startWatchedCanary(context, plan, {
        clock,
        stop: stopRequest(),
        emit,
      });
      return { text: facts.text, facts, code };
    });
  },
  promote: ofModule(promoteRelease),
  rollback: ofModule(rollbackRelease),
  retire: (line) => {
    const [module = ''] = argumentsOf(line, 1, 1, 'one module');
    return changing(line, (context) => retireModule(context, module));
  },
  preview: (line) => {
    if (line.values.end) return ofModule(stopPreview)(line);
    const { module, version } = moduleAndVersion(line);
    if (version === undefined) throw usage('preview needs a version, or --end.');
    const lifetimeMs = daysOf('--expires', line.values.expires ?? '7d', PREVIEW_MOST_DAYS);
    return signing(line, async (context) => {
      const started = await previewRelease(context, module, version, lifetimeMs);
      const { summary, addresses, ...preview } = started;
      const { text, facts } = await changed(context, summary);
      if (context.dryRun) return { text, facts };
      return { text: [text, ...addresses].join('\n'), facts: { ...facts, ...preview, addresses } };
    });
  },
  sign: (line) => {
    const [module] = argumentsOf(line, 0, 1, 'at most one module');
    return changing(line, (context) => signEntries(context, module));
  },
  'sign-request': (line) => {
    const { module, version } = moduleAndVersion(line);
    return signing(line, async (context, { writeError }) => {
      const { request, summary } = await signRequest(context, module, version);
      writeError(summary);
      return { text: JSON.stringify(request), facts: request };
    });
  },
  status: (line) => {
    argumentsOf(line, 0, 0, NO_ARGUMENTS);
    return reading(line, async (context) => {
      const status = await readStatus(context);
      return { text: statusText(status, context.store), facts: status };
    });
  },
  verify: (line) => {
    argumentsOf(line, 0, 0, NO_ARGUMENTS);
    if (line.values.repair) return changing(line, repair);
    return reading(line, async (context) => {
      const summary = await verify(context);
      return { text: `Verified: ${summary}`, facts: { verified: true, summary } };
    });
  },
  prune: (line) => {
    argumentsOf(line, 0, 0, NO_ARGUMENTS);
    const olderThanMs = daysOf('--older-than', line.values['older-than'] ?? '30d');
    return signing(line, async (context) => {
      const pruned = await prune(context, olderThanMs);
      return { text: prunedText(pruned, context.dryRun), facts: { done: !context.dryRun, ...pruned } };
    });
  },
  locate: (line) => {
    const [release = '', place = ''] = argumentsOf(line, 2, 2, 'a release and a place');
    return async ({ environment }) => locate(await openGivenStore(line.values, environment), release, place);
  },
  widgets: (line) => {
    const [module = '', folder = ''] = argumentsOf(line, 2, 2, 'a module and the folder of another one');
    return reading(line, async (context, io) => done(await copyWidgets(context, module, here(folder, io))));
  },
  keygen: (line) => {
    const [file = ''] = argumentsOf(line, 1, 1, 'one file');
    return async (io) => {
      const publicKey = keygen(here(file, io));
      const text = `The private key is in ${file}. Its public half:\n${publicKey}`;
      return { text, facts: { publicKey } };
    };
  },
  serve: (line) => {
    argumentsOf(line, 0, 0, NO_ARGUMENTS);
    return reading(line, async (context, { environment, stopRequest = NEVER, write }) => {
      // The server loads slowly, and a rollback must be fast.
      const { serve } = await import('./serve.ts');
      const plan = { context, environment, metrics: metricsAddresses(line.values, environment) };
      await serve(plan, stopRequest(), write);
      return { text: 'The release service has stopped.', facts: { stopped: true } };
    });
  },
};

async function help(): Promise<CommandResult> {
  const usageText = await readFile(new URL('./usage.txt', import.meta.url), 'utf8');
  const text = usageText.trimEnd().replace('npm run release --', RELEASE_COMMAND);
  return { text, facts: { usage: text } };
}

/**
 * Reads a command line.
 *
 * @returns the command, ready to run
 * @throws CommandError if the line is wrong
 */
export function readCommand(given: string[]): Run {
  const line = readLine(given);
  const [name] = line.positionals;
  if (line.values.help || name === undefined) return help;
  const read = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!read) throw usage(`There is no command ${name}.`);
  return read(line);
}

/**
 * Runs one command.
 *
 * @param given the command line arguments
 * @returns the exit code
 */
export async function runCommand(given: string[], io: CommandIo): Promise<ExitCode> {
  const { write, writeError } = io;
  const json = given.includes('--json');
  // A pipeline passes a secret that is not set as an empty text.
  const set = Object.entries(io.environment).filter(([, value]) => value !== '');
  try {
    const run = readCommand(given);
    const { text, facts, code = EXIT.done } = await run({ ...io, environment: Object.fromEntries(set) });
    write(json ? JSON.stringify(facts) : text);
    return code;
  } catch (error) {
    const message =
      error instanceof UnchangedError ? `${error.message}\nNothing was changed.` : messageOf(error);
    if (json) write(JSON.stringify({ error: message }));
    else writeError(message);
    return error instanceof CommandError ? error.exitCode : EXIT.unavailable;
  }
}
