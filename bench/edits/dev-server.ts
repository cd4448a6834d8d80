import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { stopChild } from '@dps/local-stack/process/stop-child';
import type { Teardown } from '@dps/local-stack/process/teardown';

const ROOT = join(import.meta.dirname, '../..');
const DEV = join(ROOT, 'tools/module-kit/bin/dps-dev.mjs');
/** A folder inside the repository, where packages resolve, that git ignores. */
const COPIES = join(ROOT, 'bench/dist');
const READY = /Harness +(http:\/\/localhost:\d+)/;
const END_WITHIN_MS = 10_000;

/** A copy of a module and its dev server. */
export interface DevServer {
  /** Origin of the harness. */
  url: string;
  pid: number;
  /** Changes a source file of the copy. Resolves with the time of the write, in milliseconds since 1970. */
  edit(file: string, change: (content: string) => string): Promise<number>;
}

/**
 * Copies a module of the workspace and starts the dev server of the copy, as `npm run dev` does.
 *
 * @param product origin of the running product
 */
export async function startDevServer(
  module: string,
  product: string,
  teardown: Teardown,
): Promise<DevServer> {
  await mkdir(COPIES, { recursive: true });
  const workspace = await mkdtemp(join(COPIES, 'dev-'));
  teardown.add(() => rm(workspace, { recursive: true, force: true }));
  const folder = join(workspace, module);
  const isSource = (file: string) => !['node_modules', 'dist'].includes(basename(file));
  await cp(join(ROOT, module), folder, { recursive: true, filter: isSource });
  await symlink(join(ROOT, 'shared-contracts'), join(workspace, 'shared-contracts'));
  await writeFile(join(workspace, 'package-lock.json'), JSON.stringify({ packages: {} }));

  const child = spawn(process.execPath, [DEV], {
    cwd: folder,
    env: { ...process.env, PORT: '', PRODUCT_URL: product },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  teardown.add(() => stopChild(child, 'SIGTERM', END_WITHIN_MS));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, origin] = READY.exec(output) ?? [];
      if (origin) resolve(origin);
    });
    child.once('exit', () => reject(new Error(`The dev server ended: ${output}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    edit: async (file, change) => {
      const source = join(folder, file);
      const content = change(await readFile(source, 'utf8'));
      const saved = performance.timeOrigin + performance.now();
      await writeFile(source, content);
      return saved;
    },
  };
}
