import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createServer } from 'node:net';
import webpack, { type Compiler } from 'webpack';
import { DevServer } from './dev-server.ts';
import { readDevSettings } from './dev-settings.ts';
import { harnessConfig } from './harness-config.ts';
import { deploymentElement, START_FIRST } from './product.ts';
import { buildErrors, readModule } from './remote.ts';
import { startRemote } from './remote-process.ts';
import { BuildFailure } from '../build-failure.ts';

const FIRST_PORT = 4300;
/** More than the number of modules that one developer runs at the same time. */
const TRIED_PORTS = 50;
/** A browser may resolve `localhost` to either address. */
const LOOPBACK = ['127.0.0.1', '::1'];

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // A machine may have only one of the addresses. No program listens on the other one.
    server.once('error', (error) => resolve('code' in error && error.code !== 'EADDRNOTAVAIL'));
    server.listen(port, host, () => server.close(() => resolve(false)));
  });
}

async function isFree(port: number): Promise<boolean> {
  for (const host of LOOPBACK) if (await isTaken(port, host)) return false;
  return true;
}

/**
 * Returns the port to listen on: the requested one, or the first free one from 4300.
 *
 * @throws BuildFailure if the port is not available
 */
async function choosePort(requested: number | undefined): Promise<number> {
  if (requested === undefined) {
    for (let port = FIRST_PORT; port < FIRST_PORT + TRIED_PORTS; port += 1)
      if (await isFree(port)) return port;
  } else if (await isFree(requested)) return requested;
  const ports =
    requested === undefined ? `${FIRST_PORT} to ${FIRST_PORT + TRIED_PORTS - 1}` : String(requested);
  throw new BuildFailure(
    `Port ${ports} is not available: another program uses it, or the user has no permission`,
    'Stop that program, or set another port: PORT=4390',
  );
}

type Print = (line: string) => void;

/** Prints the result of each build. Resolves after the first build, even if it fails. */
function printBuilds(compiler: Compiler, print: Print): Promise<void> {
  return new Promise((resolve) => {
    compiler.hooks.done.tap('dps-dev', (stats) => {
      const seconds = ((stats.endTime - stats.startTime) / 1000).toFixed(1);
      if (stats.hasErrors()) print(`\n${buildErrors(stats).join('\n\n')}\n`);
      else print(`  Built in ${seconds} s`);
      resolve();
    });
  });
}

/** Creates a folder that exists until the process exits. */
function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dps-remote-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function welcome(title: string, version: string, origin: string, product: string, name: string): string {
  return `${title} ${version} in its harness

  Harness         ${origin}
  Product         ${product}
  In the product  ${product}/?override=${name}@${origin}
  Stop            Ctrl-C
`;
}

/**
 * Starts the module at `dir` alone in its harness, and builds its remote for pages of the product after each change.
 *
 * @param environment see `readDevSettings`
 * @param print writes a line to the terminal
 * @returns a function that stops the server and the builds
 * @throws BuildFailure if the package is not a module, or a setting is invalid
 */
export async function startDev(
  dir: string,
  environment: Readonly<Record<string, string | undefined>>,
  print: Print,
): Promise<() => Promise<void>> {
  const { manifest, version, ...pkg } = readModule(dir);
  const { port: requestedPort, product } = readDevSettings(environment);
  const port = await choosePort(requestedPort);
  const origin = `http://localhost:${port}`;
  const remote = temporaryFolder();
  const compiler = webpack(harnessConfig({ ...pkg, manifest, version }, { version, product }));
  const server = new DevServer(compiler, { title: manifest.title, port, product, remote });
  const firstBuild = printBuilds(compiler, print);
  await server.start();
  print(welcome(manifest.title, version, origin, product, pkg.name));
  if ((await deploymentElement(product)) === undefined)
    print(`  No product runs at ${product}. ${START_FIRST}\n`);
  await firstBuild;
  const stopRemote = startRemote(dir, remote, origin, (build) => server.setBuild(build));
  return async () => {
    await Promise.all([stopRemote(), server.close()]);
  };
}
