/** What of a `DataTransferItem` tells files from folders. */
interface DroppedItem {
  readonly kind: string;
  webkitGetAsEntry: () => { readonly name: string; readonly isDirectory: boolean } | null;
}

/** True for what the browser would open in place of the page: files, and addresses that are dragged out of a page. */
export function opensInPlace(types: readonly string[]): boolean {
  return types.includes('Files') || types.includes('text/uri-list');
}

/**
 * The files of a drop, and the names of its folders. A folder comes as a file that cannot be read; only its entry tells
 * it apart.
 */
export function droppedFiles(drop: { files: Iterable<File>; items: Iterable<DroppedItem> }): {
  files: File[];
  folders: string[];
} {
  const entries = [...drop.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry());
  const folders = entries.flatMap((entry) => (entry?.isDirectory ? [entry.name] : []));
  return { files: [...drop.files].filter(({ name }) => !folders.includes(name)), folders };
}
