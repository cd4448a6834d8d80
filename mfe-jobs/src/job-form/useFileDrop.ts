import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';

/** The part of a `DataTransferItem` that distinguishes files from folders. */
interface DroppedItem {
  readonly kind: string;
  webkitGetAsEntry: () => { readonly name: string; readonly isDirectory: boolean } | null;
}

/** Whether the browser would navigate away on this drop: for files, and for links dragged from a page. */
function wouldNavigate(types: readonly string[]): boolean {
  return types.includes('Files') || types.includes('text/uri-list');
}

/** The files of a drop, and the names of its folders. A folder also appears as an unreadable file; only its entry differs. */
function droppedFiles(drop: { files: Iterable<File>; items: Iterable<DroppedItem> }): {
  files: File[];
  folders: string[];
} {
  const entries = [...drop.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry());
  const folders = entries.flatMap((entry) => (entry?.isDirectory ? [entry.name] : []));
  return { files: [...drop.files].filter(({ name }) => !folders.includes(name)), folders };
}

/** The position of dragged files: not over the page, over the page, or over the target. */
export type DragPlace = 'none' | 'page' | 'target';

const isEditable = (place: EventTarget | null) =>
  place instanceof Element && place.closest('input, textarea') !== null;

/**
 * Accepts files that are dropped onto a target. A drop next to the target is ignored: by default the browser would open the
 * file and lose the form.
 */
export function useFileDrop(onDrop: (drop: { files: File[]; folders: string[] }) => void): {
  target: RefObject<HTMLDivElement | null>;
  place: DragPlace;
} {
  const target = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<DragPlace>('none');
  const isOver = (event: DragEvent) =>
    event.target instanceof Node && target.current?.contains(event.target) === true;

  const move = useEffectEvent((event: DragEvent) => {
    const { dataTransfer } = event;
    if (!dataTransfer || !wouldNavigate(dataTransfer.types)) return;
    const files = dataTransfer.types.includes('Files');
    // A link dropped into a text field is inserted there by default.
    if (!files && isEditable(event.target)) return;
    const over = files && isOver(event);
    if (over) dataTransfer.dropEffect = 'copy';
    else if (!event.defaultPrevented) dataTransfer.dropEffect = 'none';
    event.preventDefault();
    setPlace(over ? 'target' : files ? 'page' : 'none');
  });
  const leave = useEffectEvent((event: DragEvent) => {
    // Without a related target, the pointer has left the window.
    if (event.relatedTarget === null) setPlace('none');
  });
  const drop = useEffectEvent((event: DragEvent) => {
    const { dataTransfer } = event;
    if (!dataTransfer || !wouldNavigate(dataTransfer.types)) return;
    const files = dataTransfer.types.includes('Files');
    if (!files && isEditable(event.target)) return;
    event.preventDefault();
    setPlace('none');
    if (files && isOver(event)) onDrop(droppedFiles(dataTransfer));
  });

  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener('dragover', (event) => move(event), { signal });
    window.addEventListener('dragleave', (event) => leave(event), { signal });
    window.addEventListener('drop', (event) => drop(event), { signal });
    return () => listeners.abort();
  }, []);
  return { target, place };
}
