import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createModule } from '@dps/create-module';
import { freePort } from '@dps/local-stack/ports';
import { ROOT } from './files.ts';

const DEV = path.join(ROOT, 'tools/module-kit/bin/dps-dev.mjs');
/** A folder inside the repository, where packages resolve, that git ignores. */
const BUILD_ROOT = path.join(ROOT, 'e2e/dist');
const READY = /In the product +(http:\S+)\s+Widgets +(http:\S+)/;

/** A new module and its dev server. */
export interface DevEnvironment {
  /** Origin of the dev server. */
  url: string;
  /** Address of the module in the product, which requests the override. */
  address: string;
  /** Changes a source file of the module. A missing file is created. */
  edit(file: string, change: (content: string) => string): Promise<void>;
  /** Sends SIGTERM to the dev server. Resolves with its exit code and output. */
  end(): Promise<{ code: unknown; output: string }>;
  /** Stops the dev server and removes the module. */
  close(): Promise<void>;
}

async function createWeather(workspace: string): Promise<string> {
  await symlink(path.join(ROOT, 'shared-contracts'), path.join(workspace, 'shared-contracts'));
  await writeFile(path.join(workspace, 'package-lock.json'), JSON.stringify({ packages: {} }));
  await createModule(workspace, 'weather');
  return path.join(workspace, 'mfe-weather');
}

/**
 * Creates the module `weather` in a separate workspace and starts its dev server, as `npm run dev` does.
 *
 * @param product origin of the running product
 */
export async function openDevEnvironment(product: string): Promise<DevEnvironment> {
  await mkdir(BUILD_ROOT, { recursive: true });
  const workspace = await mkdtemp(path.join(BUILD_ROOT, 'dev-'));
  const folder = await createWeather(workspace);
  const server = spawn(process.execPath, [DEV], {
    cwd: folder,
    env: { ...process.env, PORT: String(await freePort()), PRODUCT_URL: product },
  });
  const ended = once(server, 'exit');
  let output = '';
  const ready = new Promise<{ address: string; url: string }>((resolve, reject) => {
    const listen = (text: string) => {
      output += text;
      const [, address, url] = READY.exec(output) ?? [];
      if (address && url) resolve({ address, url });
    };
    for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', listen);
    void ended.then(() => reject(new Error(`The dev server ended: ${output}`)));
  });
  const end = async () => {
    server.kill('SIGTERM');
    const [code]: unknown[] = await ended;
    return { code, output };
  };
  return {
    ...(await ready),
    edit: async (file, change) => {
      const source = path.join(folder, file);
      await writeFile(source, change(existsSync(source) ? await readFile(source, 'utf8') : ''));
    },
    end,
    close: async () => {
      await end();
      await rm(workspace, { recursive: true, force: true });
    },
  };
}
