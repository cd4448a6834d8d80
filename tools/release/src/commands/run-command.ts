import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readArguments, type Command, type Options } from './arguments.ts';
import { canary, promoteRelease, retireModule, rollbackRelease } from './choose.ts';
import { copyWidgets } from './copy-widgets.ts';
import { keygen, signEntries, signRequest } from './keys.ts';
import { locate } from './locate.ts';
import { previewRelease, stopPreview } from './preview.ts';
import { withReleasesOf } from './other-store.ts';
import { prune, prunedText } from './prune.ts';
import { publish, type Gates, type PublishPlan } from './publish.ts';
import { readStatus, statusText } from './status.ts';
import { verify, repair } from './verify.ts';
import { startWatchedCanary } from './watched-canary.ts';
import { contractGate } from '../checks/contract/contract-gate.ts';
import { formatGate } from '../checks/policy/format-gate.ts';
import type { Gate, Report } from '../checks/gate.ts';
import { sizeGate } from '../checks/size/size-gate.ts';
import {
  metricsAddresses,
  openContext,
  openGivenStore,
  openReadContext,
  type Environment,
} from './open-context.ts';
import type { ReleaseContext } from '../registry/change-registry.ts';
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

type CanaryCommand = Extract<Command, { name: 'canary' }>;

async function watched(
  context: ReleaseContext,
  { watch: duration, ...command }: CanaryCommand & { watch: number },
  options: Options,
  { environment, write, stopRequest, clock = CLOCK }: CommandIo,
): Promise<CommandResult> {
  const emit = ({ text, ...facts }: WatchEvent) => {
    const at = new Date().toISOString();
    write(options.json ? JSON.stringify({ at, ...facts, text }) : `${at.slice(11, 19)}  ${text}`);
  };
  const stop = stopRequest?.() ?? new AbortController().signal;
  const plan = { ...command, duration, metrics: metricsAddresses(options, environment) };
  const { code, ...result } = await startWatchedCanary(context, plan, { clock, stop, emit });
  return { text: result.text, facts: result, code };
}

async function runCanary(
  context: ReleaseContext,
  command: CanaryCommand,
  options: Options,
  io: CommandIo,
): Promise<CommandResult> {
  const { module, version, watch, percent, accounts } = command;
  const share = { percent, ...(accounts && { accounts }) };
  if (watch !== null && !options['dry-run']) return watched(context, { ...command, watch }, options, io);
  return changed(context, await canary(context, module, version, share));
}

/** Returns the error of a build after others were published. */
function afterOthers(error: unknown, summaries: readonly string[]): unknown {
  if (summaries.length === 0) return error;
  const code = error instanceof CommandError ? error.exitCode : EXIT.unavailable;
  return new CommandError(`${messageOf(error)}\nDone before: ${summaries.join(', ')}.`, code);
}

/** Publishes builds in sequence. Adds the measurements of the gates to the data. */
async function publishAll(
  context: ReleaseContext,
  packages: readonly string[],
  plan: PublishPlan,
  { gates, report }: Gates,
): Promise<CommandResult> {
  const summaries: string[] = [];
  const measured: object[] = [];
  const collect: Report = (line, facts) => {
    report(line);
    if (facts) measured.push(facts);
  };
  for (const each of packages)
    try {
      summaries.push(await publish(context, each, { gates, report: collect }, plan));
    } catch (error) {
      throw context.dryRun ? error : afterOthers(error, summaries);
    }
  const { text, facts } = await changed(context, summaries.join(', '));
  return { text, facts: { ...facts, ...(measured.length > 0 && { measured }) } };
}

async function perform(command: Command, options: Options, io: CommandIo): Promise<CommandResult> {
  const { environment, gates, writeError: report } = io;
  // npm runs scripts in the root folder. INIT_CWD is the folder of the user.
  const here = (given: string): string => path.resolve(environment['INIT_CWD'] ?? '.', given);
  if (command.name === 'help') {
    const usage = readFileSync(new URL('./usage.txt', import.meta.url), 'utf8').trimEnd();
    const text = usage.replace('npm run release --', RELEASE_COMMAND);
    return { text, facts: { usage: text } };
  }
  if (command.name === 'keygen') {
    const publicKey = keygen(here(command.file));
    return {
      text: `The private key is in ${command.file}. Its public half:\n${publicKey}`,
      facts: { publicKey },
    };
  }
  if (command.name === 'status') {
    const context = await openReadContext(options, environment, report);
    const status = await readStatus(context);
    return { text: statusText(status, context.store), facts: status };
  }
  if (command.name === 'verify') {
    const summary = await verify(await openReadContext(options, environment, report));
    return { text: `Verified: ${summary}`, facts: { verified: true, summary } };
  }
  if (command.name === 'locate') {
    const store = await openGivenStore(options, environment);
    return locate(store, command.release, command.place);
  }
  if (command.name === 'widgets') {
    const context = await openReadContext(options, environment, report);
    return done(await copyWidgets(context, command.module, here(command.folder)));
  }
  if (command.name === 'serve') {
    // The server loads slowly, and a rollback must be fast.
    const { serve } = await import('./serve.ts');
    const context = await openReadContext(options, environment, report);
    const plan = { context, environment, metrics: metricsAddresses(options, environment) };
    await serve(plan, io.stopRequest?.() ?? new AbortController().signal, io.write);
    return { text: 'The release service has stopped.', facts: { stopped: true } };
  }
  const context = await openContext(options, environment, report);
  switch (command.name) {
    case 'publish': {
      const { packages, from, fromKeys, isInactive } = command;
      if (from === undefined)
        return publishAll(context, packages.map(here), { isInactive }, { gates, report });
      const others = { ...options, store: from, ...(fromKeys !== undefined && { keys: fromKeys }) };
      const source = await openReadContext(others, environment, report);
      const origin = { isInactive, from: source.store.address };
      return withReleasesOf(source, packages, (folders) =>
        publishAll(context, folders, origin, { gates, report }),
      );
    }
    case 'canary':
      return runCanary(context, command, options, io);
    case 'preview': {
      const { summary, addresses, ...preview } = await previewRelease(
        context,
        command.module,
        command.version,
        command.lifetimeMs,
      );
      const { text, facts } = await changed(context, summary);
      if (options['dry-run']) return { text, facts };
      return { text: [text, ...addresses].join('\n'), facts: { ...facts, ...preview, addresses } };
    }
    case 'end-preview':
      return changed(context, await stopPreview(context, command.module, command.version));
    case 'promote':
      return changed(context, await promoteRelease(context, command.module, command.version));
    case 'rollback':
      return changed(context, await rollbackRelease(context, command.module, command.version));
    case 'sign-request': {
      const { request, summary } = await signRequest(context, command.module, command.version);
      report(summary);
      return { text: JSON.stringify(request), facts: request };
    }
    case 'retire':
      return changed(context, await retireModule(context, command.module));
    case 'sign':
      return changed(context, await signEntries(context, command.module));
    case 'repair':
      return changed(context, await repair(context));
    case 'prune': {
      const pruned = await prune(context, command.olderThanMs);
      return {
        text: prunedText(pruned, options['dry-run']),
        facts: { done: !options['dry-run'], ...pruned },
      };
    }
  }
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
    const { command, options } = readArguments(given);
    const environment = Object.fromEntries(set);
    const { text, facts, code = EXIT.done } = await perform(command, options, { ...io, environment });
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
