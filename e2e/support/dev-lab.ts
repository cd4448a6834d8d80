import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createModule } from '@dps/create-module';
import { ROOT } from './files.ts';

const DEV = path.join(ROOT, 'tools/federation/bin/dps-dev.mjs');
/** Below the repository, so that packages are found, and where builds are ignored. */
const PLACE = path.join(ROOT, 'e2e/dist');
const READY = /Harness +(http:\/\/localhost:\d+)/;

/** A module that was just made, and its dev server. */
export interface DevLab {
  /** Where the harness is. */
  url: string;
  /** Changes one of the module's sources. */
  edit(file: string, change: (content: string) => string): Promise<void>;
  /** Asks the dev server to end. Resolves with its exit code and what it has said. */
  end(): Promise<{ code: unknown; said: string }>;
  /** Ends what still runs, and removes the module. */
  close(): Promise<void>;
}

async function makeWeather(workspace: string): Promise<string> {
  await symlink(path.join(ROOT, 'shared-contracts'), path.join(workspace, 'shared-contracts'));
  await writeFile(path.join(workspace, 'package-lock.json'), JSON.stringify({ packages: {} }));
  await createModule(workspace, 'weather');
  return path.join(workspace, 'mfe-weather');
}

/**
 * Makes the module `weather` in a workspace of its own and starts its dev server, as `npm run dev` does.
 *
 * @param product origin of the product that runs
 * @param port to listen on; the next free one where it is left out
 */
export async function openDevLab(product: string, port?: number): Promise<DevLab> {
  await mkdir(PLACE, { recursive: true });
  const workspace = await mkdtemp(path.join(PLACE, 'dev-'));
  const folder = await makeWeather(workspace);
  const server = spawn(process.execPath, [DEV], {
    cwd: folder,
    env: { ...process.env, PORT: String(port ?? ''), PRODUCT_URL: product },
  });
  const ended = once(server, 'exit');
  let said = '';
  const ready = new Promise<string>((resolve, reject) => {
    const listen = (text: string) => {
      said += text;
      const [, url] = READY.exec(said) ?? [];
      if (url) resolve(url);
    };
    for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', listen);
    void ended.then(() => reject(new Error(`The dev server has ended: ${said}`)));
  });
  const end = async () => {
    server.kill('SIGTERM');
    const [code]: unknown[] = await ended;
    return { code, said };
  };
  return {
    url: await ready,
    edit: async (file, change) => {
      const source = path.join(folder, file);
      await writeFile(source, change(await readFile(source, 'utf8')));
    },
    end,
    close: async () => {
      await end();
      await rm(workspace, { recursive: true, force: true });
    },
  };
}
