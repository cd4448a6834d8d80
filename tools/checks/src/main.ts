import { availableParallelism } from 'node:os';
import { NoBrowser } from '@dps/release/browser';
import { affectedPackages, NoBase, stepsOf, type Package } from './affected.ts';
import { endCommands } from './command.ts';
import { single, total, type Outcome } from './outcome.ts';
import { performAll } from './schedule.ts';
import { STEPS, type Step } from './steps.ts';

/** In place of or in addition to the names of steps. */
const AFFECTED = 'affected';

const say = (line: string) => process.stdout.write(`${line}\n`);

function help(): void {
  say('npm test                 runs every check');
  say('npm test -- unit api     runs some of them');
  say('npm test -- affected     runs those of the packages that differ from main, and of their dependents\n');
  for (const { name, about } of STEPS) say(`  ${name.padEnd(12)} ${about}`);
}

/** Returns the steps that the command line names, or all steps if it names none. Reports an unknown name and returns null. */
function chosenSteps(names: readonly string[]): readonly Step[] | null {
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no check named ${unknown.join(', ')}. See npm test -- --help\n`);
    return null;
  }
  return names.length > 0 ? STEPS.filter((step) => names.includes(step.name)) : STEPS;
}

async function perform(step: Step, packages?: readonly Package[]): Promise<Outcome> {
  try {
    return await step.run((message) => say(`  ${step.name}: ${message}`), packages);
  } catch (error) {
    if (error instanceof NoBrowser) return single(false, error.message);
    return single(false, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** Runs the steps, independent ones side by side. Prints a line when a step ends, with its output if it failed. */
async function runAll(steps: readonly Step[], packages?: readonly Package[]): Promise<number> {
  const outcomes = new Map<string, Outcome>();
  await performAll(steps, availableParallelism(), async (step) => {
    const started = performance.now();
    const outcome = await perform(step, packages);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const { passed, failed, output } = outcome;
    if (failed > 0) say(`▸ ${step.name}: ${step.about}\n${output.trimEnd()}`);
    say(
      `${failed > 0 ? '✗' : '✓'} ${step.name.padEnd(10)} ${passed} passed, ${failed} failed in ${seconds} s`,
    );
    outcomes.set(step.name, outcome);
  });
  const { passed, failed, notes = [] } = total(...outcomes.values());
  for (const note of notes) say(`\n${note}`);
  const failures = steps.filter(({ name }) => outcomes.get(name)?.failed);
  if (failures.length > 0) say(`\nFailed: ${failures.map(({ name }) => name).join(', ')}`);
  say(`\n${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

/** Runs the steps that check a package that differs from main, with the tests of these packages alone. */
async function runAffected(steps: readonly Step[]): Promise<number> {
  const packages = await affectedPackages();
  say(`Affected: ${packages.map(({ folder }) => folder).join(', ') || 'no package'}`);
  return runAll(stepsOf(steps, packages), packages);
}

function giveUp(): never {
  endCommands();
  process.exit(130);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, giveUp);
// The parent process was killed and could not send a signal.
process.once('disconnect', giveUp);
process.channel?.unref();

const parameters = process.argv.slice(2);
if (parameters.includes('--help')) help();
else {
  const steps = chosenSteps(parameters.filter((name) => name !== AFFECTED));
  const runChosen = parameters.includes(AFFECTED) ? runAffected : runAll;
  try {
    process.exitCode = steps ? await runChosen(steps) : 2;
  } catch (error) {
    if (!(error instanceof NoBase)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
