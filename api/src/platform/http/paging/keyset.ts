import { type PageQuery, PAGE_LIMIT } from '@dps/contract';
import { DomainError } from '../../errors/domain-error.ts';
import { TEXTS } from '../../../texts.ts';

const CURSOR = /^[1-9]\d{0,9}$/;
const KEY = /^\d{1,15}$/;
const LARGEST_ID = 2_147_483_647;

/** The requested part of a list: at most `limit` rows, newest first, with ids below `below`. */
export interface Slice {
  limit: number;
  below: number | null;
}

/** The rows of one response, and the cursor of the next page; null at the end. */
export class Page<T> {
  constructor(
    readonly items: T[],
    readonly after: string | null,
  ) {}
}

/** Reads `?limit&after`. Throws `validation_failed` for an invalid cursor. */
export function toSlice({ limit = PAGE_LIMIT, after }: PageQuery): Slice {
  return { limit, below: after === undefined ? null : idOf(after) };
}

/** Reads `?limit&after` of a list that is sorted by a whole number and then by the id. Throws `validation_failed` for an invalid cursor. */
export function toSortedSlice({ limit = PAGE_LIMIT, after }: PageQuery): Slice & { key: string | null } {
  if (after === undefined) return { limit, below: null, key: null };
  const [key = '', id = '', ...rest] = after.split('-');
  if (!KEY.test(key) || rest.length > 0) throw invalidCursor();
  return { limit, below: idOf(id), key };
}

function idOf(cursor: string): number {
  const id = CURSOR.test(cursor) ? Number(cursor) : NaN;
  if (!(id <= LARGEST_ID)) throw invalidCursor();
  return id;
}

const invalidCursor = () =>
  new DomainError('validation_failed', { errors: [{ path: 'after', message: TEXTS.invalidCursor }] });

/**
 * Returns a page of rows that were read with one more than the limit.
 *
 * @param cursorOf the cursor of a page that ends with a row
 */
export function toPage<Row extends { id: number }>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string = ({ id }) => String(id),
): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return new Page(items, rows.length > limit && last ? cursorOf(last) : null);
}

/** Maps the rows of a page. */
export function mapPage<A, B>(page: Page<A>, map: (item: A) => B): Page<B> {
  return new Page(page.items.map(map), page.after);
}

/** Returns the `Link` header with the next page of a URL. */
export function nextLink(url: string, after: string): string {
  const [path = '', ...query] = url.split('?');
  const next = new URLSearchParams(query.join('?'));
  next.set('after', after);
  return `<${path}?${next.toString()}>; rel="next"`;
}
