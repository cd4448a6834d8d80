import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import webpack, { type Compiler } from 'webpack';
import { buildErrors } from './build-errors.ts';
import { choosePort } from './dev-port.ts';
import { DevServer } from './dev-server.ts';
import { readDevSettings } from './dev-settings.ts';
import { harnessConfig } from './harness-config.ts';
import { deploymentElement, START_FIRST } from './product.ts';
import { readModule, watchRemote, type RemoteBuild } from './remote.ts';

type Say = (line: string) => void;

/** Says how each build went. Resolves after the first one, good or not. */
function tellBuilds(compiler: Compiler, say: Say): Promise<void> {
  return new Promise((resolve) => {
    compiler.hooks.done.tap('dps-dev', (stats) => {
      const seconds = ((stats.endTime - stats.startTime) / 1000).toFixed(1);
      if (stats.hasErrors()) say(`\n${buildErrors(stats).join('\n\n')}\n`);
      else say(`  Built in ${seconds} s`);
      resolve();
    });
  });
}

/** A folder that goes with the process, whatever ends it. */
function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dps-remote-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function addresses(title: string, version: string, origin: string, product: string, name: string): string {
  return `${title} ${version} in its harness

  Harness         ${origin}
  Product         ${product}
  In the product  ${product}/?override=${name}@${origin}
  Stop            Ctrl-C
`;
}

/**
 * Starts the module at `dir` alone in its harness, and keeps its remote built for pages of the product.
 *
 * @param environment see `readDevSettings`
 * @param say receives lines for the person at the terminal
 * @returns how to stop all of it
 * @throws BuildFailure that says what to do
 */
export async function startDev(
  dir: string,
  environment: Readonly<Record<string, string | undefined>>,
  say: Say,
): Promise<() => Promise<void>> {
  const { manifest, version, ...pkg } = readModule(dir);
  const { port: wanted, product } = readDevSettings(environment);
  const port = await choosePort(wanted);
  const origin = `http://localhost:${port}`;
  const remote = temporaryFolder();
  const compiler = webpack(harnessConfig({ ...pkg, manifest, version }, { version, product }));
  const server = new DevServer(compiler, { title: manifest.title, port, product, remote });
  const first = tellBuilds(compiler, say);
  await server.start();
  say(addresses(manifest.title, version, origin, product, pkg.name));
  if ((await deploymentElement(product)) === undefined)
    say(`  No product answers at ${product}. ${START_FIRST}\n`);
  await first;
  const unwatch = watchRemote(dir, remote, origin, (build: RemoteBuild) => server.built(build));
  return async () => {
    await Promise.all([unwatch(), server.close()]);
  };
}
