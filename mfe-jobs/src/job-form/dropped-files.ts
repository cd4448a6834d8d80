/** The part of a `DataTransferItem` that distinguishes files from folders. */
interface DroppedItem {
  readonly kind: string;
  webkitGetAsEntry: () => { readonly name: string; readonly isDirectory: boolean } | null;
}

/** Whether the browser would navigate away on this drop: for files, and for links dragged from a page. */
export function wouldNavigate(types: readonly string[]): boolean {
  return types.includes('Files') || types.includes('text/uri-list');
}

/** The files of a drop, and the names of its folders. A folder also appears as an unreadable file; only its entry differs. */
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
