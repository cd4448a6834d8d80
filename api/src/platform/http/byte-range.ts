/** Positions in a file: from `start`, up to and without `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The headers of a request that name a part of a file. */
export interface RangeHeaders {
  range?: string | undefined;
  'if-range'?: string | undefined;
}

/** Details of a file that decide about a range. */
export interface RangedFile {
  /** Bytes, at least one. */
  size: number;
  /** The strong entity tag of the content, with its quotes. */
  etag: string;
}

/** One range of RFC 9110: `bytes=500-999`, `bytes=500-` or `bytes=-500`. */
const SINGLE_RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i;

export function completeRange({ size }: Pick<RangedFile, 'size'>): ByteRange {
  return { start: 0, end: size };
}

/**
 * Returns the part of a file that a GET requests, `unsatisfiable` if it starts behind the end of the file, or null for the
 * complete file. A range is ignored if it is invalid or one of several, or if `If-Range` names another content.
 */
export function requestedRange(
  { range, 'if-range': ifRange }: RangeHeaders,
  { size, etag }: RangedFile,
): ByteRange | 'unsatisfiable' | null {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return null;
  const [match, first = '', last = '', suffix = ''] = SINGLE_RANGE.exec(range) ?? [];
  if (match === undefined) return null;
  if (suffix !== '') {
    const length = Math.min(Number(suffix), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  if (last !== '' && Number(last) < start) return null;
  return start < size ? { start, end } : 'unsatisfiable';
}
