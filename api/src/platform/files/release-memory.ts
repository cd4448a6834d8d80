/**
 * Gives the memory of a part back that nobody will read again. Left to the collector, which counts what it frees and not
 * what lies about, the parts of a few large files are hundreds of MB, and its rounds are the longest delays that others see.
 */
export function releaseMemory(part: Buffer): void {
  const { buffer } = part;
  // A small part shares its memory with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === part.byteLength) buffer.transfer(0);
}
