import type { CheckProgram, Subject } from './check-program.ts';

interface Diagnostic {
  file: string;
  line: number;
  /** The lines of TypeScript's message, from the failed assignment to the cause. */
  reasons: string[];
}

const FIRST_LINE = /^([\w.-]+)\((\d+),\d+\): error TS\d+: (.*)$/;

/**
 * Parses the compiler's output.
 *
 * @throws Error if the output contains an error outside the check programs, so that the comparison has no result
 */
function readDiagnostics(output: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const line of output.split(/\r?\n/).filter(Boolean)) {
    const [, file, number, text] = FIRST_LINE.exec(line) ?? [];
    if (file !== undefined && text !== undefined) found.push({ file, line: Number(number), reasons: [text] });
    else if (line.startsWith(' ') && found.length > 0) found.at(-1)?.reasons.push(line.trim());
    else throw new Error(`The contracts cannot be compared: ${line}`);
  }
  return found;
}

/** Removes the paths of temporary files, and shortens long types. */
const readable = (text: string): string =>
  text.replaceAll(/(?:typeof )?import\("[^"]*"\)\.?/g, '').replaceAll(/'([^']{100})[^']+'/g, "'$1…'");

/** Returns the property and the cause of an error. The lines between them repeat both types in full. */
function causeOf(reasons: readonly string[]): string {
  const isPlace = (reason: string): boolean => /^(Types of property|The types of) /.test(reason);
  const last = reasons.slice(reasons.at(-1)?.startsWith('Property ') === true ? -1 : -2);
  const kept = [...reasons.filter(isPlace), ...last.filter((reason) => !isPlace(reason))];
  return kept.map(readable).join(' ');
}

/** Returns the sentence for a diagnostic; none if another diagnostic of the subject is more precise. */
function sentence({ title, error }: Subject, reasons: readonly string[]): string[] {
  const [first = ''] = reasons;
  if (/does not exist on type|^Type 'Missing'/.test(first)) return [`${title} is not there.`];
  const [, names] = /^Type '(.*)' does not satisfy/.exec(first) ?? [];
  if (error === 'changed' || names === undefined) return [`${title} does not fit: ${causeOf(reasons)}`];
  // If the subject is missing, its props are unknown, and another diagnostic reports it.
  return names === 'any' ? [] : [`${title} does not take ${names.replaceAll(' | ', ', ')}.`];
}

/**
 * Returns a sentence for each incompatibility.
 *
 * @param output the compiler's output
 * @param file name of the check program
 */
export function incompatibilities(
  output: string,
  file: string,
  { subjects, missing }: CheckProgram,
): string[] {
  const sentences = readDiagnostics(output)
    .filter((each) => each.file === file)
    .flatMap(({ line, reasons }) => {
      const subject = subjects.get(line);
      if (!subject) throw new Error(`The contracts cannot be compared: ${reasons.join(' ')}`);
      return sentence(subject, reasons);
    });
  return [...new Set([...missing.map((title) => `${title} is not there.`), ...sentences])];
}
