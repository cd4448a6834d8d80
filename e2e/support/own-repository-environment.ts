import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pack } from '@dps/release/pack';
import { ROOT } from './files.ts';
import type { GuideCommand } from './guide.ts';
import type { ReleaseEnvironment } from './release-environment.ts';

const READY = /In the product +(http:\S+)/;
/** Settings of npm that a machine may need to reach its registry. Others would point into this workspace. */
const KEPT_NPM_SETTINGS = new Set([
  'npm_config_registry',
  'npm_config_cache',
  'npm_config_userconfig',
  'npm_config_cafile',
]);

/** A folder outside the workspace with the packed packages. */
export interface OwnRepositoryEnvironment {
  /** Runs a command in a folder below the empty one. Resolves with its output; rejects on another exit code. */
  run(command: GuideCommand, folder?: string): Promise<string>;
  /** Runs `npm run dev` in a folder while `work` uses the address of the module in the product. */
  develop(folder: string, work: (address: string) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/**
 * Returns the environment of a team on another machine: the pinned Node and npm, but no command of this workspace.
 *
 * @param bin folder that contains only `node`
 */
function environmentOf(bin: string, settings: Record<string, string>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|INIT_CWD|NODE_OPTIONS|NODE_PATH)/i.test(name) || KEPT_NPM_SETTINGS.has(name),
  );
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const elsewhere = folders.filter((folder) => !path.resolve(folder).includes(`node_modules${path.sep}.bin`));
  return {
    ...Object.fromEntries(kept),
    PATH: [bin, ...elsewhere].join(path.delimiter),
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    ...settings,
  };
}

/** Packs the packages into a new folder of a team that releases into a running product. */
export async function openOwnRepositoryEnvironment({
  url,
  settings,
}: ReleaseEnvironment): Promise<OwnRepositoryEnvironment> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'dps-own-repository-'));
  const bin = path.join(root, 'bin');
  const team = path.join(root, 'team');
  await Promise.all([bin, team].map((folder) => mkdir(folder)));
  await symlink(process.execPath, path.join(bin, 'node'));
  await pack(ROOT, path.join(team, 'packages'));
  const environment = environmentOf(bin, { PRODUCT_URL: url, ...settings });
  return {
    run: async ({ line, code }, folder = '.') => {
      const child = spawn(line, { cwd: path.join(team, folder), shell: true, env: environment });
      const [output, errors] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      if (child.exitCode === code) return output;
      throw new Error(`"${line}" ended with ${child.exitCode}, not ${code}:\n${output}\n${errors}`);
    },
    develop: async (folder, work) => {
      const server = spawn('npm', ['run', 'dev'], { cwd: path.join(team, folder), env: environment });
      const ended = once(server, 'exit');
      let output = '';
      const ready = new Promise<string>((resolve, reject) => {
        server.stdout.setEncoding('utf8').on('data', (more: string) => {
          output += more;
          const [, address] = READY.exec(output) ?? [];
          if (address) resolve(address);
        });
        void ended.then(() => reject(new Error(`The dev server ended: ${output}`)));
      });
      try {
        await work(await ready);
      } finally {
        server.kill('SIGTERM');
        await ended;
      }
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
}
