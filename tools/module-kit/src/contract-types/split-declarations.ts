import path from 'node:path';

type Files = Record<string, string>;

export interface SplitDeclarations {
  /** Files that are identical in both contracts and refer only to such files. */
  same: Files;
  old: Files;
  new: Files;
}

const RELATIVE_IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)["'](\.[^"']+)["']/g;

/** Returns the declaration files that a file imports. */
function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(RELATIVE_IMPORT)].map(([, request = '']) =>
    path.posix.join(path.posix.dirname(file), request).replace(/\.(d\.)?tsx?$/, '.d.ts'),
  );
}

/**
 * Separates the identical files of two contracts from the others. A file is identical if its text and all files that it
 * imports are identical. The program contains it once: TypeScript treats two declarations of a class with private members
 * or of a unique symbol as incompatible, even if their text is equal.
 */
export function splitDeclarations(oldFiles: Files, newFiles: Files): SplitDeclarations {
  const same = new Map(Object.entries(oldFiles).filter(([file, text]) => newFiles[file] === text));
  let before: number;
  do {
    before = same.size;
    for (const [file, text] of same)
      if (!importsOf(file, text).every((each) => same.has(each))) same.delete(file);
  } while (same.size < before);
  const others = (files: Files): Files =>
    Object.fromEntries(Object.entries(files).filter(([file]) => !same.has(file)));
  return { same: Object.fromEntries(same), old: others(oldFiles), new: others(newFiles) };
}
