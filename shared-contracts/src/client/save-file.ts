/** A file that the browser generates. */
export interface DownloadFile {
  name: string;
  mediaType: string;
  content: string;
}

/** Saves a file by a download. */
export function saveFile({ name, mediaType, content }: DownloadFile): void {
  const url = URL.createObjectURL(new Blob([content], { type: `${mediaType};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download reads the URL after the current task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
