import path from 'node:path';

type Files = Record<string, string>;

export interface SplitDeclarations {
  /** What both have, made of nothing but such files. */
  same: Files;
  had: Files;
  has: Files;
}

const RELATIVE_IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)["'](\.[^"']+)["']/g;

/** The declaration files that one refers to. */
function neighbours(file: string, text: string): string[] {
  return [...text.matchAll(RELATIVE_IMPORT)].map(([, request = '']) =>
    path.posix.join(path.posix.dirname(file), request).replace(/\.(d\.)?tsx?$/, '.d.ts'),
  );
}

/**
 * Tells what two versions of a contract share from what they do not. A file is the same where it says the same and all
 * that it refers to is the same. Declared once, a class with private members or a unique symbol is one type and not two
 * that look alike, which TypeScript would never take for each other.
 */
export function splitDeclarations(had: Files, has: Files): SplitDeclarations {
  const same = new Map(Object.entries(had).filter(([file, text]) => has[file] === text));
  let before: number;
  do {
    before = same.size;
    for (const [file, text] of same)
      if (!neighbours(file, text).every((each) => same.has(each))) same.delete(file);
  } while (same.size < before);
  const others = (files: Files): Files =>
    Object.fromEntries(Object.entries(files).filter(([file]) => !same.has(file)));
  return { same: Object.fromEntries(same), had: others(had), has: others(has) };
}
