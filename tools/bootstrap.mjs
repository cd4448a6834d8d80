// Runs on any Node from 20.19 on without installed packages: it installs them and starts a program with the pinned Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');
const LOCK = join(ROOT, 'package-lock.json');
/** Compiled code of scripts, by their content. Start and tests run many Node processes with the same scripts. */
const COMPILE_CACHE = join(MODULES, '.cache/compiled');
const STAMP = join(MODULES, '.installed-lock');
const USAGE = join(ROOT, 'tools/local-stack/src/start/usage.txt');
const OLDEST_NODE = [20, 19];
const PINNED_MAJOR = Number(readFileSync(join(ROOT, '.nvmrc'), 'utf8').split('.')[0]);
const START = 'tools/local-stack/src/start.ts';
/** The targets of `project.json` with all checks of a command. */
const CHECKS = { test: 'product', verify: 'landing' };

/** `npm install` writes its own record a moment before the lock file. */
const SAME_INSTALL_MS = 5_000;

const writeLine = (line) => process.stderr.write(`${line}\n`);

function fail(message) {
  writeLine(`\n${message}`);
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const isNewEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  if (!isNewEnough)
    fail(
      `Node ${process.versions.node} is too old: Node ${OLDEST_NODE.join('.')} or newer is required. ` +
        'Install the current LTS from https://nodejs.org, then try again.',
    );
}

const lockHash = () => createHash('sha256').update(readFileSync(LOCK)).digest('hex');

/** Returns whether node_modules matches the lock file. A newer installation by hand also counts. */
function isInstalled() {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lockHash()) return true;
  const byHand = statSync(join(MODULES, '.package-lock.json'), { throwIfNoEntry: false });
  return byHand !== undefined && byHand.mtimeMs > statSync(LOCK).mtimeMs - SAME_INSTALL_MS;
}

/** Returns the npm that started this process, or else the npm on the path. */
function npmCommand() {
  const script = process.env.npm_execpath;
  if (script && /npm-cli\.c?js$/.test(script)) return { command: process.execPath, first: [script] };
  return { command: 'npm', first: [] };
}

const CAUSES = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|network/i,
    'The package registry cannot be reached. Check the connection or the proxy settings of npm.',
  ],
  [/ENOSPC/, 'The disk is full. About 1.2 GB are needed.'],
  [/EACCES|EPERM/, 'Files cannot be written here. Check the owner of this folder and of its node_modules.'],
  [
    /npm ci.*can only install|not in sync|Missing:.*from lock file/is,
    'package.json and package-lock.json do not match. Run "npm install" and commit the result.',
  ],
];

function explain(output) {
  const cause = CAUSES.find(([pattern]) => pattern.test(output))?.[1] ?? 'See the output of npm above.';
  const lines = output.trim().split('\n').slice(-15).join('\n');
  return `The packages could not be installed.\n${lines}\n\n${cause}`;
}

/** Shows the elapsed time: on a terminal in one line, otherwise in a line every 20 seconds. Returns a function that ends it. */
function showProgress(text) {
  const begin = Date.now();
  const seconds = () => Math.round((Date.now() - begin) / 1000);
  const isTerminal = process.stderr.isTTY;
  const show = () =>
    process.stderr.write(isTerminal ? `\r${text} ${seconds()} s` : `${text} ${seconds()} s\n`);
  if (!isTerminal) writeLine(text);
  const timer = setInterval(show, isTerminal ? 1000 : 20_000);
  return () => {
    clearInterval(timer);
    if (isTerminal) process.stderr.write('\r\u001b[K');
    return seconds();
  };
}

async function install() {
  if (isInstalled()) return;
  const { command, first } = npmCommand();
  const done = showProgress('Installing packages (about a minute)…');
  const args = [
    ...first,
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const { code, output } = await run(command, args);
  const seconds = done();
  if (code !== 0) fail(explain(output));
  writeFileSync(STAMP, lockHash());
  writeLine(`Installed packages in ${seconds} s`);
}

/** Runs npm to its end. Resolves with its exit code and output. */
function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command === 'npm',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    forwardSignals(child);
    child.on('error', (error) => resolve({ code: 1, output: `${output}\n${error.message}` }));
    child.on('close', (code, signal) => {
      if (signal) process.exit(130);
      resolve({ code, output });
    });
  });
}

/** Returns the pinned Node, or the current one if it is new enough. */
function findNode() {
  const pinned =
    process.platform === 'win32'
      ? join(MODULES, `node-win-${process.arch}`, 'bin', 'node.exe')
      : join(MODULES, '.bin', 'node');
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= PINNED_MAJOR) return process.execPath;
  fail(
    `The pinned Node ${PINNED_MAJOR} does not run on this system (${process.platform} ${process.arch}). ` +
      `Install Node ${PINNED_MAJOR} or newer from https://nodejs.org, then try again.`,
  );
}

/** Forwards signals to the child, which expects one Ctrl-C to arrive twice. */
function forwardSignals(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    const forward = () => child.kill(signal);
    process.on(signal, forward);
    child.once('close', () => process.off(signal, forward));
  }
}

/** Returns the name of a process and the id of its parent, if the system has them as files (Linux). */
function processFacts(pid) {
  try {
    const [, name, rest] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent: Number(rest) };
  } catch {
    return {};
  }
}

/** Stops the child after npm was killed: npm then does not send a signal, and its shell may still run. */
function stopWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const { name, parent: npm } = processFacts(parent);
  const isShell = /^(ba|da|a)?sh$/.test(name ?? '');
  const isOrphan = () => process.ppid !== parent || (isShell && processFacts(parent).parent !== npm);
  setInterval(() => isOrphan() && child.kill('SIGTERM'), 500).unref();
}

/** Returns the checks of a command from `project.json`, with their descriptions. */
function checksOf(mode) {
  const { targets } = JSON.parse(readFileSync(join(ROOT, 'project.json'), 'utf8'));
  return targets[CHECKS[mode]].dependsOn.map((name) => [name, targets[name].metadata.description]);
}

function listChecks(mode) {
  const command = mode === 'test' ? 'npm test' : `npm run ${mode}`;
  const lines = checksOf(mode).map(([name, description]) => `  ${name.padEnd(12)} ${description}`);
  return `${command} runs all of these checks, and ${command} -- NAME… some of them:\n\n${lines.join('\n')}\n`;
}

/** Returns the parameters of Nx that run the named checks, or all checks of the command. */
function checkParameters(mode, names) {
  const known = new Map(checksOf(mode));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) fail(`There is no check named ${unknown.join(', ')}.\n\n${listChecks(mode)}`);
  const targets = names.length > 0 ? names : [CHECKS[mode]];
  const style = process.stdout.isTTY ? 'dynamic-legacy' : 'static-failures-only';
  const options = [`--parallel=${availableParallelism()}`, `--output-style=${style}`];
  return ['run-many', '-p', 'checks', '-t', ...targets, ...options];
}

function runProgram(program, args) {
  const path = [join(MODULES, '.bin'), process.env.PATH].filter(Boolean).join(delimiter);
  const child = spawn(findNode(), ['--disable-warning=ExperimentalWarning', join(ROOT, program), ...args], {
    // The channel closes with this process, so the child detects every kind of end.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: path, NODE_COMPILE_CACHE: COMPILE_CACHE },
  });
  forwardSignals(child);
  stopWithNpm(child);
  child.on('error', (error) => fail(`The pinned Node could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

checkNode();
const [mode, ...args] = process.argv.slice(2);
const wantsHelp = args.some((flag) => flag === '--help' || flag === '-h');
if (mode === 'start') {
  if (wantsHelp) process.stdout.write(readFileSync(USAGE, 'utf8'));
  else {
    await install();
    runProgram(START, args);
  }
} else if (mode in CHECKS) {
  if (wantsHelp) process.stdout.write(listChecks(mode));
  else {
    const parameters = checkParameters(mode, args);
    await install();
    runProgram('node_modules/nx/dist/bin/nx.js', parameters);
  }
} else fail(`Usage: node tools/bootstrap.mjs start|${Object.keys(CHECKS).join('|')}`);
