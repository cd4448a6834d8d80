import { DEMO_ACCOUNTS } from '@dps/shared-contracts';
import type { StartSettings } from './environment.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A length of time for people: `0.4 s`. */
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** One line for a part of the start that is done. */
export function sayDone(part: string, milliseconds: number): void {
  say(`  ${part.padEnd(20)} ${seconds(milliseconds).padStart(7)}`);
}

/** One line, to the person at the terminal. */
export const sayLine = say;

/** What a person needs to know once everything runs. */
export function sayReady(url: string, settings: StartSettings, milliseconds: number): void {
  say(`\nDrone Pilot Surveys runs at ${settings.publicOrigin ?? url} (ready in ${seconds(milliseconds)})\n`);
  if (settings.demoData) {
    say('  Demo accounts (username, password):');
    for (const { role, username, password } of DEMO_ACCOUNTS)
      say(`    ${role.padEnd(8)} ${username.padEnd(12)} ${password}`);
  }
  say(`  Data   ${settings.dataDir} (npm start -- --fresh begins anew)`);
  say(`  Stop   Ctrl-C\n`);
}

/** What went wrong, to the person at the terminal. */
export function sayFailure(message: string): void {
  process.stderr.write(`\n${message}\n`);
}
