import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readArguments, type Command, type Options } from './arguments.ts';
import { canary, promoteRelease, rollbackRelease } from './commands/choose.ts';
import { keygen } from './commands/keygen.ts';
import { publish, type Gates } from './commands/publish.ts';
import { readStatus, statusText } from './commands/status.ts';
import { verify } from './commands/verify.ts';
import { giveAndWatch } from './commands/watched-canary.ts';
import type { Gate, Tell } from './gates/gate.ts';
import { metricsAddresses, openContext, type Environment } from './open-context.ts';
import type { ReleaseContext } from './registry/change-registry.ts';
import { CLOCK, type Clock } from './watch/clock.ts';
import type { Sighting } from './watch/reports.ts';
import { EXIT, messageOf, Refusal, type ExitCode } from '@dps/release-store/refusal';

/** What a command came to: for people, and for programs. */
interface Answer {
  text: string;
  facts: object;
  /** How the process is to end; as done unless it is given. */
  code?: ExitCode;
}

/** Where the command runs, and where its output goes. */
export interface Surroundings {
  environment: Environment;
  /** What a build has to pass before it is published. */
  gates: readonly Gate[];
  write: (line: string) => void;
  writeError: (line: string) => void;
  /** Begins to listen to who wants a watch to end; it goes on to its own end unless it is given. */
  stopRequest?: () => AbortSignal;
  /** That of the machine unless it is given. */
  clock?: Clock;
}

const done = (summary: string, dryRun: boolean): Answer => ({
  text: dryRun ? `Would ${summary}. Nothing was changed.` : `Done: ${summary}`,
  facts: { done: !dryRun, summary },
});

type CanaryCommand = Extract<Command, { name: 'canary' }>;

async function watched(
  context: ReleaseContext,
  { watch: duration, ...command }: CanaryCommand & { watch: number },
  options: Options,
  { environment, write, stopRequest, clock = CLOCK }: Surroundings,
): Promise<Answer> {
  const say = ({ text, ...facts }: Sighting) => {
    const at = new Date().toISOString();
    write(options.json ? JSON.stringify({ at, ...facts, text }) : `${at.slice(11, 19)}  ${text}`);
  };
  const stop = stopRequest?.() ?? new AbortController().signal;
  const plan = { ...command, duration, metrics: metricsAddresses(options, environment) };
  const { code, ...ending } = await giveAndWatch(context, plan, { clock, stop, say });
  return { text: ending.text, facts: ending, code };
}

async function giveCanary(
  context: ReleaseContext,
  command: CanaryCommand,
  options: Options,
  surroundings: Surroundings,
): Promise<Answer> {
  const { module, version, percent, watch } = command;
  if (watch !== null && !options.dryRun)
    return watched(context, { ...command, watch }, options, surroundings);
  return done(await canary(context, module, version, percent), options.dryRun);
}

/** Publishes builds one after the other; what the gates have measured is told to programs as well. */
async function publishAll(
  context: ReleaseContext,
  packages: readonly string[],
  { gates, tell }: Gates,
): Promise<Answer> {
  const summaries: string[] = [];
  const measured: object[] = [];
  const hear: Tell = (line, facts) => {
    tell(line);
    if (facts) measured.push(facts);
  };
  for (const each of packages) summaries.push(await publish(context, each, { gates, tell: hear }));
  const { text, facts } = done(summaries.join(', '), context.dryRun);
  return { text, facts: { ...facts, ...(measured.length > 0 && { measured }) } };
}

async function perform(command: Command, options: Options, surroundings: Surroundings): Promise<Answer> {
  const { environment, gates, writeError: tell } = surroundings;
  // npm runs scripts in the workspace's folder, and says here where the person is.
  const here = (given: string): string => path.resolve(environment['INIT_CWD'] ?? '.', given);
  if (command.name === 'help') {
    const text = readFileSync(new URL('./usage.txt', import.meta.url), 'utf8').trimEnd();
    return { text, facts: { usage: text } };
  }
  if (command.name === 'keygen') {
    const publicKey = keygen(here(command.file));
    return {
      text: `The private key is in ${command.file}. Its public half:\n${publicKey}`,
      facts: { publicKey },
    };
  }
  const context = await openContext(options, environment);
  switch (command.name) {
    case 'publish':
      return publishAll(context, command.packages.map(here), { gates, tell });
    case 'canary':
      return giveCanary(context, command, options, surroundings);
    case 'promote':
      return done(await promoteRelease(context, command.module, command.version), options.dryRun);
    case 'rollback':
      return done(await rollbackRelease(context, command.module, command.version), options.dryRun);
    case 'status': {
      const status = await readStatus(context);
      return { text: statusText(status), facts: status };
    }
    case 'verify': {
      const summary = await verify(context);
      return { text: `Verified: ${summary}`, facts: { verified: true, summary } };
    }
  }
}

/**
 * Runs one command of a team.
 *
 * @param given the command line
 * @returns how the process is to end
 */
export async function runCommand(given: string[], surroundings: Surroundings): Promise<ExitCode> {
  const { write, writeError } = surroundings;
  const json = given.includes('--json');
  try {
    const { command, options } = readArguments(given);
    const { text, facts, code = EXIT.done } = await perform(command, options, surroundings);
    write(json ? JSON.stringify(facts) : text);
    return code;
  } catch (error) {
    const message = messageOf(error);
    if (json) write(JSON.stringify({ error: message }));
    else writeError(message);
    return error instanceof Refusal ? error.exitCode : EXIT.unavailable;
  }
}
