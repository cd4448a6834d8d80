/** A rule that a build breaks. */
export interface Violation {
  rule: string;
  /** What is wrong, naming the package or the file. */
  problem: string;
  /** What to do about it. */
  advice: string;
}
