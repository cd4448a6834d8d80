/** A file that the browser makes up by itself. */
export interface DownloadFile {
  name: string;
  mediaType: string;
  content: string;
}

/** Has the browser save a file. */
export function saveFile({ name, mediaType, content }: DownloadFile): void {
  const url = URL.createObjectURL(new Blob([content], { type: `${mediaType};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download reads the address after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
