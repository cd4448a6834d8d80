import { showStartFailure } from './start-failure.ts';
import { texts } from '../texts/first-load.ts';

/** The document goes back to the shell before this one, where there is one; see its guard. */
export function giveUp(): void {
  const nobodyElse = dispatchEvent(new Event('dps:shell-failed', { cancelable: true }));
  if (nobodyElse) showStartFailure(texts.start.filesMissing);
}
