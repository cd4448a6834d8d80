import path from 'node:path';
import { settle } from '../../src/store/entries.ts';
import { KeyRing, keysForAll } from '../../src/store/key-ring.ts';
import type { Registry } from '@dps/contract';
import type { Environment } from '../../src/commands/open-context.ts';
import { NOT_COMPARED } from '../../src/registry/served-registry.ts';
import { runCommand, type Gate } from '../../src/commands/run-command.ts';

interface Run {
  code: number;
  out: string;
  err: string;
}

/** Returns the errors and notices of a command on a store that no product serves. */
export const withoutComparison = (lines: readonly string[]): string =>
  lines.filter((line) => line !== NOT_COMPARED).join('\n');

/** Returns functions that run the command in a folder with builds. Its key is the file `release.pem` of that folder. */
export function commandsIn(root: string, gates: readonly Gate[] = []) {
  const key = path.join(root, 'release.pem');

  /** Runs the command in this process. */
  async function run(given: string[], environment: Environment = {}): Promise<Run> {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await runCommand(given, {
      environment: { INIT_CWD: root, RELEASE_KEY_FILE: key, ...environment },
      gates,
      write: (line) => out.push(line),
      writeError: (line) => err.push(line),
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  }

  /** Runs commands on a store and compares their output. */
  function teamAt(store: string, environment: Environment = {}) {
    const release = (line: string) => run([...line.split(' '), '--store', store, '--by', 'ada'], environment);
    return {
      release,
      expectDone: async (line: string, output: string) => {
        const { err, ...rest } = await release(line);
        expect({ ...rest, err: withoutComparison(err.split('\n')) }).toEqual({
          code: 0,
          out: output,
          err: '',
        });
      },
      expectRefused: async (line: string, why: string | RegExp, code = 1) => {
        const { err, ...rest } = await release(line);
        if (typeof why === 'string') expect(err).toContain(why);
        else expect(err).toMatch(why);
        expect(rest).toEqual({ code, out: '' });
      },
    };
  }

  return { key, run, teamAt };
}

/** Returns whether keys for all releases have signed every entry of a registry. */
export const isSigned = (registry: Registry, publicKeys: readonly string[]): boolean =>
  settle(registry, [], new KeyRing(keysForAll(publicKeys))).problems.length === 0;
