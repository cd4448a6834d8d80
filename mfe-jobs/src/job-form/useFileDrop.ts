import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { droppedFiles, opensInPlace } from './dropped-files.ts';

/** Where files that are being dragged are: nowhere, somewhere over the page, or over the target. */
export type DragPlace = 'none' | 'page' | 'target';

const isEditable = (place: EventTarget | null) =>
  place instanceof Element && place.closest('input, textarea') !== null;

/**
 * Takes files that are dropped onto a target. What is dropped beside it is not opened by the browser, which would leave
 * a form that is half filled in.
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
    if (!dataTransfer || !opensInPlace(dataTransfer.types)) return;
    const files = dataTransfer.types.includes('Files');
    // An address dropped into a field is typed there, as everywhere.
    if (!files && isEditable(event.target)) return;
    const over = files && isOver(event);
    if (over) dataTransfer.dropEffect = 'copy';
    else if (!event.defaultPrevented) dataTransfer.dropEffect = 'none';
    event.preventDefault();
    setPlace(over ? 'target' : files ? 'page' : 'none');
  });
  const leave = useEffectEvent((event: DragEvent) => {
    // Nothing is entered instead: the pointer has left the window.
    if (event.relatedTarget === null) setPlace('none');
  });
  const drop = useEffectEvent((event: DragEvent) => {
    const { dataTransfer } = event;
    if (!dataTransfer || !opensInPlace(dataTransfer.types)) return;
    const files = dataTransfer.types.includes('Files');
    if (!files && isEditable(event.target)) return;
    event.preventDefault();
    setPlace('none');
    if (files && isOver(event)) onDrop(droppedFiles(dataTransfer));
  });

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragover', (event) => move(event), { signal });
    window.addEventListener('dragleave', (event) => leave(event), { signal });
    window.addEventListener('drop', (event) => drop(event), { signal });
    return () => listening.abort();
  }, []);
  return { target, place };
}
