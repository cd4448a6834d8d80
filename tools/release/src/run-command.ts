import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readArguments, type Command, type Options } from './arguments.ts';
import { canary, promoteRelease, rollbackRelease } from './commands/choose.ts';
import { keygen } from './commands/keygen.ts';
import { publish } from './commands/publish.ts';
import { readStatus, statusText } from './commands/status.ts';
import { verify } from './commands/verify.ts';
import type { Gate } from './gates/gate.ts';
import { openContext, type Environment } from './open-context.ts';
import { EXIT, messageOf, Refusal, type ExitCode } from '@dps/release-store/refusal';

/** What a command came to: for people, and for programs. */
interface Answer {
  text: string;
  facts: object;
}

/** Where the command runs, and where its output goes. */
export interface Surroundings {
  environment: Environment;
  /** What a build has to pass before it is published. */
  gates: readonly Gate[];
  write: (line: string) => void;
  writeError: (line: string) => void;
}

const done = (summary: string, dryRun: boolean): Answer => ({
  text: dryRun ? `Would ${summary}. Nothing was changed.` : `Done: ${summary}`,
  facts: { done: !dryRun, summary },
});

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
    case 'publish': {
      const summaries: string[] = [];
      for (const each of command.packages)
        summaries.push(await publish(context, here(each), { gates, tell }));
      return done(summaries.join(', '), options.dryRun);
    }
    case 'canary':
      return done(await canary(context, command.module, command.version, command.percent), options.dryRun);
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
    const { text, facts } = await perform(command, options, surroundings);
    write(json ? JSON.stringify(facts) : text);
    return EXIT.done;
  } catch (error) {
    const message = messageOf(error);
    if (json) write(JSON.stringify({ error: message }));
    else writeError(message);
    return error instanceof Refusal ? error.exitCode : EXIT.unavailable;
  }
}
