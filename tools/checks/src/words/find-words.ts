import { UNWANTED_WORDS } from './word-list.ts';

export interface Finding {
  /** From 1. */
  line: number;
  found: string;
  advice: string;
}

/** A line break inside a comment, with the mark that starts the next line. */
const GAP = String.raw`(?:[ \t]+|[ \t]*\r?\n[ \t]*(?:\*|//|#|>)?[ \t]*)`;

const PATTERNS = UNWANTED_WORDS.map(({ pattern, instead }) => ({
  expression: new RegExp(`(?<![A-Za-z])(?:${pattern.replaceAll(' ', GAP)})(?![A-Za-z])`, 'gi'),
  instead,
}));

/** Splits identifiers into their words and keeps the lines: `jobOwner` and `job_owner` read as `job Owner`, `job owner`. */
const withSplitNames = (source: string) =>
  source.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/(?<=[A-Za-z])[_-](?=[A-Za-z])/g, ' ');

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

/** Returns the unwanted words of a text, in the order of the word list. */
export function findUnwantedWords(source: string): Finding[] {
  const text = withSplitNames(source);
  return PATTERNS.flatMap(({ expression, instead }) =>
    [...text.matchAll(expression)].map((match) => ({
      line: lineAt(text, match.index),
      found: match[0].replaceAll(/[\s*/#>]+/g, ' '),
      advice: `write: ${instead}`,
    })),
  );
}

/** The longest sentence that a document may have, in words. */
export const LONGEST_SENTENCE = 30;

const SENTENCE_END = /(?<=[.!?])["')*_]*\s+(?=[^a-z]|\p{Lu})|\s*<br>\s*/u;
const countWords = (sentence: string) =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

interface Block {
  line: number;
  text: string;
}

/** A line that cannot continue the paragraph before it. */
const STARTS_A_BLOCK = /^\s*(#|\||[-*+] |\d+\. |>)/;

/** Returns the paragraphs, list items and table cells of a Markdown text, without its code blocks. */
function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let isCode = false;
  let isOpen = false;
  for (const [index, line] of markdown.split('\n').entries()) {
    const isFence = /^\s*(```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    const isText = !isFence && !isCode && line.trim() !== '';
    const last = blocks.at(-1);
    if (isText && isOpen && last && !STARTS_A_BLOCK.test(line)) last.text += ` ${line.trim()}`;
    else if (isText) {
      const parts = /^\s*\|/.test(line) ? line.split('|') : [line];
      blocks.push(...parts.map((text) => ({ line: index + 1, text })));
    }
    isOpen = isText && !/^\s*[#|]/.test(line);
  }
  return blocks;
}

const withoutLinkTargets = (text: string) => text.replaceAll(/\]\([^)]*\)/g, ']');

/** Returns the sentences of a Markdown document that have more than `LONGEST_SENTENCE` words, each with the line its block starts at. */
export function findLongSentences(markdown: string): Finding[] {
  return blocksOf(markdown).flatMap(({ line, text }) =>
    withoutLinkTargets(text)
      .split(SENTENCE_END)
      .filter((sentence) => countWords(sentence) > LONGEST_SENTENCE)
      .map((sentence) => ({
        line,
        found: `${sentence.slice(0, 60)}…`,
        advice: `${countWords(sentence)} words: write two sentences`,
      })),
  );
}
