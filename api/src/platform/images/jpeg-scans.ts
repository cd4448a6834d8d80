const MARKER = 0xff;
const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** Returns whether no length follows: a byte of a scan that looks like a marker, and the markers between parts of a scan. */
function hasNoLength(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= START_OF_IMAGE);
}

/**
 * Returns the number of scans of a JPEG, or of its part up to the end of the bytes; 0 for any other file. The content of
 * segments, such as a thumbnail with own scans, is skipped as decoders do.
 */
export function countScans(bytes: Buffer): number {
  if (bytes[0] !== MARKER || bytes[1] !== START_OF_IMAGE) return 0;
  let scans = 0;
  let at = bytes.indexOf(MARKER, 2);
  while (at >= 0 && at + 1 < bytes.length) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === END_OF_IMAGE) break;
    if (marker === START_OF_SCAN) scans += 1;
    // A marker may have several leading bytes.
    if (marker === MARKER) at += 1;
    else if (hasNoLength(marker) || at + 4 > bytes.length) at += 2;
    else at += 2 + bytes.readUInt16BE(at + 2);
    at = bytes.indexOf(MARKER, at);
  }
  return scans;
}
