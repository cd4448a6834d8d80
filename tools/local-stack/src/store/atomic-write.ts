import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';

/** Writes a file so that whoever reads it finds the old content or the new one, and never a part, even after a crash. */
export function writeAtomically(file: string, content: string): void {
  const draft = `${file}.${process.pid}`;
  const handle = openSync(draft, 'w');
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
}
