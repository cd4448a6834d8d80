import type { CheckProgram, Subject } from './check-program.ts';

interface Diagnostic {
  file: string;
  line: number;
  /** What TypeScript says, from what was asked down to the cause. */
  reasons: string[];
}

const FIRST_LINE = /^([\w.-]+)\((\d+),\d+\): error TS\d+: (.*)$/;

/**
 * Reads what the compiler has printed.
 *
 * @throws Error where something else than the programs is wrong, so that nothing can be said about them
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

/** The same without the paths of files that exist only while they are compared, and with types that a line can hold. */
const readable = (text: string): string =>
  text.replaceAll(/(?:typeof )?import\("[^"]*"\)\.?/g, '').replaceAll(/'([^']{100})[^']+'/g, "'$1…'");

/** Where it goes wrong and why, without the way there, which repeats the whole of both types at each step. */
function causeOf(reasons: readonly string[]): string {
  const isPlace = (reason: string): boolean => /^(Types of property|The types of) /.test(reason);
  const last = reasons.slice(reasons.at(-1)?.startsWith('Property ') === true ? -1 : -2);
  const told = [...reasons.filter(isPlace), ...last.filter((reason) => !isPlace(reason))];
  return told.map(readable).join(' ');
}

/** What a diagnostic says about a subject; nothing where another one says it better. */
function sentence({ title, means }: Subject, reasons: readonly string[]): string[] {
  const [first = ''] = reasons;
  if (/does not exist on type|^Type 'IsGone'/.test(first)) return [`${title} is not there.`];
  const [, names] = /^Type '(.*)' does not satisfy/.exec(first) ?? [];
  if (means === 'changed' || names === undefined) return [`${title} does not fit: ${causeOf(reasons)}`];
  // Of what is not there nobody can name the props.
  return names === 'any' ? [] : [`${title} does not take ${names.replaceAll(' | ', ', ')}.`];
}

/**
 * What does not fit, a sentence each.
 *
 * @param output what the compiler has printed
 * @param file name of the program
 */
export function breaksIn(output: string, file: string, { subjects, gone }: CheckProgram): string[] {
  const sentences = readDiagnostics(output)
    .filter((each) => each.file === file)
    .flatMap(({ line, reasons }) => {
      const subject = subjects.get(line);
      if (!subject) throw new Error(`The contracts cannot be compared: ${reasons.join(' ')}`);
      return sentence(subject, reasons);
    });
  return [...new Set([...gone.map((title) => `${title} is not there.`), ...sentences])];
}
