import { NoBrowser } from '@dps/smoke/browser';
import { endCommands } from './command.ts';
import { single, type Outcome } from './outcome.ts';
import { STEPS, type Step } from './steps.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

function help(): void {
  say('npm test                 runs every check');
  say('npm test -- unit api     runs some of them\n');
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

async function perform(step: Step): Promise<Outcome> {
  try {
    return await step.run((message) => say(`  ${message}`));
  } catch (error) {
    if (error instanceof NoBrowser) return single(false, error.message);
    return single(false, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

async function runAll(steps: readonly Step[]): Promise<number> {
  let passed = 0;
  let failed = 0;
  for (const step of steps) {
    say(`▸ ${step.name}: ${step.about}`);
    const started = performance.now();
    const outcome = await perform(step);
    passed += outcome.passed;
    failed += outcome.failed;
    if (outcome.failed > 0) say(outcome.output.trimEnd());
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    say(
      `  ${outcome.failed > 0 ? '✗' : '✓'} ${outcome.passed} passed, ${outcome.failed} failed in ${seconds} s`,
    );
  }
  say(`\n${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
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
  const steps = chosenSteps(parameters);
  process.exitCode = steps ? await runAll(steps) : 2;
}
