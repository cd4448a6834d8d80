import * as fc from 'fast-check';
import { RawJson } from './values.ts';

const DEPTH = 10_000;

const TEXTS = [
  '',
  ' ',
  '\u202eabc\u202d',
  '\u200b',
  '🚁'.repeat(40),
  '👨‍👩‍👧‍👦',
  'e\u0301'.repeat(100),
  '\ufeff{}',
  '\r\nSet-Cookie: dps_session=x',
  '=HYPERLINK("http://evil.example")',
  '<script>alert(1)</script>',
  `'; DROP TABLE jobs; --`,
  '${7*7}',
  '../../etc/passwd',
  '1,000',
  '1e3',
  '0x10',
  '-1',
  '0',
  '1.5',
  '007',
  '2147483648',
  '9'.repeat(400),
  'NaN',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '2026-02-31',
  '2026-02-31T10:00:00Z',
  '0000-01-01',
  '9999-12-31T23:59:59-23:59',
  'data:image/png;base64,',
  'a'.repeat(11_000),
] as const;

/** Texts that PostgreSQL cannot store. */
const UNSTORABLE = ['\u0000', 'a\u0000b', 'half \ud83d'] as const;

/** Strings that often cause errors in servers. */
export const hostileText = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<string>(...UNSTORABLE) },
  { weight: 4, arbitrary: fc.constantFrom<string>(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
);

const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.001,
  7.5,
  101,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  1e300,
  [],
  {},
  [[]],
  [1, 2],
  { constructor: { prototype: { admin: true } } },
  { length: 5 },
  { toString: 'x', valueOf: 'y' },
  new RawJson('1e309'),
  new RawJson('-1e309'),
  new RawJson('1E-400'),
  new RawJson('0.1000000000000000055511151231257827'),
  new RawJson(String.raw`"\ud83d"`),
  new RawJson(String.raw`"\ude00 half"`),
  new RawJson(String.raw`"\u0000"`),
  new RawJson('{"__proto__":{"role":"admin"}}'),
  new RawJson('{"a":1,"a":2}'),
  new RawJson('['.repeat(DEPTH) + ']'.repeat(DEPTH)),
  new RawJson('{"a":'.repeat(DEPTH) + '1' + '}'.repeat(DEPTH)),
  new RawJson(`"${'x'.repeat(110_000)}"`),
];

/** Unexpected values of any type. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 3, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  // The id of another row.
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }) },
);

const BODIES = [
  '',
  ' ',
  '{',
  '}',
  'nul',
  'null',
  '[]',
  '"x"',
  '0',
  '{}{}',
  '{"a":1,}',
  "{'a':1}",
  '\ufeff{}',
  '{"title"',
  '// {}',
  '{"__proto__":null}',
  '{"constructor":{"prototype":{}}}',
  ' '.repeat(110_000),
] as const;

/** Bodies that are not JSON, or JSON of an unexpected type. */
export const hostileBody = fc.oneof(
  fc.constantFrom(...BODIES).map((text) => new RawJson(text)),
  hostileValue,
);

const SEGMENTS = [
  '%',
  '%ff',
  '%00',
  '%2e%2e%2f',
  '%20',
  '1%2f2',
  ';a=b',
  '1?x',
  '1#x',
  '1;2',
  ':id',
  '*',
] as const;
const LONGEST_SEGMENT = 1500;

/** Path segments, as they are sent. */
export const hostileSegment = fc.oneof(
  fc.constantFrom<string>(...SEGMENTS),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed().slice(0, LONGEST_SEGMENT / 10))),
  fc.integer().map(String),
);
