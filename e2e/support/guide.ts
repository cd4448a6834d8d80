import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './files.ts';

/** A command of the guide and its expected exit code. */
export interface GuideCommand {
  line: string;
  code: number;
}

/** A step of the guide: commands to run, or a file to write. */
export type GuideStep = { commands: GuideCommand[] } | { file: string; content: string };

const BLOCK = /^```(sh|ts)\n(.*?)^```$/gms;
const FILE = /^\/\/ (\S+)\n/;
const ENDS_WITH = /\s+# ends with (\d+)$/;

function commandOf(text: string): GuideCommand {
  return { line: text.replace(ENDS_WITH, ''), code: Number(ENDS_WITH.exec(text)?.[1] ?? 0) };
}

function stepOf(language: string, text: string): GuideStep {
  if (language === 'sh') return { commands: text.trim().split('\n').map(commandOf) };
  const file = FILE.exec(text)?.[1];
  if (file === undefined) throw new Error(`A block of the guide names no file:\n${text}`);
  return { file, content: text.replace(FILE, '') };
}

/**
 * Returns the steps of a guide by section heading, in order.
 *
 * @param document path of its document, relative to the workspace
 */
export async function readGuide(document: string): Promise<Map<string, GuideStep[]>> {
  const sections = (await readFile(path.join(ROOT, document), 'utf8')).split(/^#+ /m);
  const steps = sections.map((section): [string, GuideStep[]] => [
    section.slice(0, section.indexOf('\n')),
    [...section.matchAll(BLOCK)].map(([, language = '', text = '']) => stepOf(language, text)),
  ]);
  return new Map(steps.filter(([, found]) => found.length > 0));
}
