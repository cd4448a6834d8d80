import { useState } from 'react';
import { useUnloadWarning } from '@dps/contract/form';

/** The picked files by user and form. Unlike texts, they last only as long as the page. */
const pickedFiles = new Map<string, readonly File[]>();

/** Deletes the picked files of all forms. */
export function forgetPickedFiles(): void {
  pickedFiles.clear();
}

/** The picked files of a form, which survive a visit to another page. While there are any, the browser asks before a reload. */
export function usePickedFiles(form: string, owner: number) {
  const key = `${owner}:${form}`;
  const [files, show] = useState(() => pickedFiles.get(key) ?? []);
  useUnloadWarning(files.length > 0);
  const setFiles = (next: readonly File[]) => {
    if (next.length > 0) pickedFiles.set(key, next);
    else pickedFiles.delete(key);
    show(next);
  };
  return [files, setFiles] as const;
}
