/**
 * What becomes of a call that was refused because the session is over:
 * `repeat` it, as the same user has signed in again; let it `fail` with the refusal; or `drop` it, as whoever made it has
 * left together with the page that waits for the answer.
 */
export type Readmission = 'repeat' | 'fail' | 'drop';

type Porter = () => Promise<Readmission>;

let porter: Porter | undefined;

/** Called once by the shell, which asks people to sign in again: refused calls wait for what `decide` resolves with. */
export function holdRefusedCalls(decide: Porter): void {
  porter = decide;
}

/** What becomes of a call that has just been refused; it fails where nobody asks people to sign in again. */
export function readmission(): Promise<Readmission> {
  return porter ? porter() : Promise.resolve('fail');
}
