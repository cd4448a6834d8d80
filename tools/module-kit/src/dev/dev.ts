import path from 'node:path';
import { createServer } from 'node:net';
import type { ModuleBuild } from '@dps/contract';
import webpack, { type Compiler } from 'webpack';
import { buildErrors, DevServer } from './dev-server.ts';
import { readDevSettings } from './dev-settings.ts';
import { pathOf, REMOTE_ENTRY, remoteConfig, widgetsConfig } from './dev-config.ts';
import { deploymentElement, productMissing } from './product.ts';
import { BuildFailure } from '../build-failure.ts';
import { readPackage, type ModulePackage } from '../package-context.ts';
import { PROVIDED } from '../policy/shared-policy.ts';
import { describeModule } from '../release/describe-module.ts';

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

/** Reads the module at `dir`. Its version has a suffix, because a page may also load the real release as a fallback. */
function readModule(dir: string): ModulePackage {
  const pkg = readPackage(dir);
  if (pkg.role === 'module') return { ...pkg, version: `${pkg.version}-dev` };
  throw new BuildFailure('The shell has no dev server', 'Use npm start, which builds and serves the shell.');
}

/** Returns the release that a page with an override loads. Its files change, so they have no integrity. */
function devRelease({ manifest, version }: ModulePackage, origin: string): ModuleBuild {
  const pageFiles = () => ({ chunks: [], shared: PROVIDED });
  const files = { [REMOTE_ENTRY]: '' };
  const release = describeModule({ manifest, version, entry: REMOTE_ENTRY, files, pageFiles });
  return { ...release, base: origin + pathOf('remote'), files: {} };
}

/** Reports each build of the remote to the terminal and to pages. Resolves after the first build, even if it fails. */
function reportBuilds(
  compiler: Compiler,
  server: DevServer,
  read: () => ModuleBuild,
  print: Print,
): Promise<void> {
  return new Promise((resolve) => {
    compiler.hooks.afterCompile.tap('dps-dev', ({ fileDependencies }) => {
      fileDependencies.add(path.join(compiler.context, 'module.json'));
    });
    compiler.hooks.done.tap('dps-dev', (stats) => {
      const problems = stats.hasErrors() ? buildErrors(stats) : [];
      try {
        if (problems.length === 0) server.setRelease(read(), stats.hash ?? '');
      } catch (error) {
        problems.push(error instanceof BuildFailure ? error.message : String(error));
      }
      if (problems.length > 0) {
        server.setProblems(problems);
        print(`\n${problems.join('\n\n')}\n`);
      } else print(`  Built in ${((stats.endTime - stats.startTime) / 1000).toFixed(1)} s`);
      resolve();
    });
  });
}

/** Returns the address of the module's first page in the product, with the override. */
function addressOf({ name, manifest }: ModulePackage, product: string, origin: string): string {
  const first = manifest.routes.find(({ path: route }) => !route.includes(':'));
  return `${product}${first?.path ?? '/'}?override=${name}@${origin}`;
}

/**
 * Serves the module at `dir` to pages of a running product, and its widgets on a page of its own. Builds after each change.
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
  const pkg = readModule(dir);
  const { port: requestedPort, product } = readDevSettings(environment);
  const port = await choosePort(requestedPort);
  const origin = `http://localhost:${port}`;
  const { title } = pkg.manifest;
  const address = addressOf(pkg, product, origin);
  const compiler = webpack(remoteConfig(pkg));
  const widgets = () => webpack(widgetsConfig(pkg));
  const server = new DevServer(compiler, { title, port, product, address, widgets });
  const firstBuild = reportBuilds(compiler, server, () => devRelease(readModule(dir), origin), print);
  await server.start();
  print(`${title} ${pkg.version}

  In the product  ${address}
  Widgets         ${origin}
  Stop            Ctrl-C
`);
  if ((await deploymentElement(product)) === undefined) print(`  ${productMissing(product)}\n`);
  await firstBuild;
  return () => server.close();
}
