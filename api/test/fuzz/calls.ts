import * as fc from 'fast-check';
import type { ApiDocument, Route } from '../support/contract/document.ts';
import { exampleWithReferences, ValidValues, named, reference } from './valid-values.ts';
import { hostileBody, hostileSegment, hostileText, hostileValue } from './hostile-values.ts';
import { changed, RawJson, type Change, type Reference, type ReferenceName } from './values.ts';

export const IDENTITIES = [
  'owner',
  'pilot',
  'other client',
  'other pilot',
  'newcomer',
  'anonymous',
  'expired',
  'forged',
] as const;
export type Identity = (typeof IDENTITIES)[number];

/** The sender: an identity, or a user with the permission of the operation. */
export type Caller = Identity | { permitted: number };

/** One generated request. Values of the scenario are unresolved references. */
export interface Call {
  route: Route;
  caller: Caller;
  /** For each path parameter, a reference or the literal segment. */
  segments: (Reference | string)[];
  query: [name: string, value: unknown][];
  headers: Record<string, unknown>;
  /** Undefined if the request has no body. */
  body: unknown;
}

/** Generates a value once in `oneIn` runs; shrinks to undefined. */
const sometimes = <T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | undefined> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: oneIn - 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary },
  );

const caller: fc.Arbitrary<Caller> = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 30 }).map((permitted) => ({ permitted })) },
  { weight: 4, arbitrary: fc.constantFrom(...IDENTITIES) },
);

/** The parameter names of a path, in order. */
export const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The parameters for which the scenario has a value, except ids of jobs, users and records. */
const OWN_PARAMETERS: Readonly<Record<string, ReferenceName>> = {
  attachmentId: 'attachment',
  deliverableId: 'deliverable',
  token: 'token',
};

function segment(route: Route, name: string): fc.Arbitrary<Reference | string> {
  const isUser = /\/(pilots?|client)\/\{id\}(\/summary)?$/.test(route.path);
  const isRecord = route.path.endsWith('/track');
  const isSession = route.path.endsWith('/sessions/{id}');
  const isPasskey = route.path.endsWith('/passkeys/{id}');
  if (name === 'part') {
    const numbers = fc.constantFrom('1', '1', '1', '1', '1', '1', '2', '41');
    return fc.oneof({ weight: 8, arbitrary: numbers }, { weight: 1, arbitrary: hostileSegment });
  }
  const own = OWN_PARAMETERS[name];
  const byPath: ReferenceName = isUser
    ? 'user'
    : isRecord
      ? 'record'
      : isSession
        ? 'session'
        : isPasskey
          ? 'passkey-id'
          : 'job';
  const to = own ?? byPath;
  return fc.oneof({ weight: 8, arbitrary: reference(to) }, { weight: 1, arbitrary: hostileSegment });
}

const CONTENT_TYPES = [
  'application/json; charset=utf-8',
  'application/json;charset=UTF-16',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json, text/plain',
  'x',
] as const;

/** Headers that forge the client, its origin or the type of the body. */
const headers: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  { withCrossShrink: true },
  { weight: 8, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.oneof(
      fc.constantFrom(...CONTENT_TYPES).map((value) => ({ 'content-type': value })),
      fc.constantFrom('null', 'https://evil.example', 'http://localhost:4200').map((origin) => ({ origin })),
      fc
        .constantFrom('cross-site', 'same-site', 'same-origin', 'x')
        .map((value) => ({ 'sec-fetch-site': value })),
      fc
        .constantFrom(
          '1.2.3.4',
          '1.2.3.4, 127.0.0.1',
          'not an address',
          '::1',
          ','.repeat(200),
          '[::1]:99999',
        )
        .map((value) => ({ 'x-forwarded-for': value })),
      fc.constantFrom('a'.repeat(200), 'trace-1234', '<x>').map((value) => ({ 'x-request-id': value })),
      fc.constantFrom('1', '0', 'x').map((value) => ({ 'x-page-user': value })),
      fc.constantFrom('DELETE', 'TRACE').map((value) => ({ 'x-http-method-override': value })),
      fc.constantFrom('gzip', 'br', 'identity').map((value) => ({ 'content-encoding': value })),
      fc.constantFrom('text/html', 'image/*', '').map((accept) => ({ accept })),
    ),
  },
);

/** Content of the file in the example that starts an upload. */
export const SMALL_PDF = '%PDF-1.4\n%%EOF\n';
const OCTETS = 'application/octet-stream';

function mediaOf({ operation: { requestBody } }: Route, type: string) {
  return requestBody && !('$ref' in requestBody) ? requestBody.content[type] : undefined;
}

function nearly(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.constantFrom<Change>('replace', 'remove', 'add');
  return fc
    .tuple(arbitrary, change, fc.nat({ max: 100 }), hostileValue)
    .map(([value, how, where, to]) => changed(value, how, where, to));
}

function bodies(route: Route, values: ValidValues): fc.Arbitrary<unknown> {
  if (route.method === 'GET') return fc.constant(undefined);
  if (mediaOf(route, OCTETS)) {
    return fc
      .constantFrom(SMALL_PDF, SMALL_PDF, SMALL_PDF, SMALL_PDF, SMALL_PDF, 'LASF', '')
      .map((text) => new RawJson(text));
  }
  const media = mediaOf(route, 'application/json');
  if (!media) return sometimes(hostileBody, 20);
  const examples = Object.values(media.examples ?? {}).map((example) =>
    exampleWithReferences('value' in example ? example.value : {}),
  );
  const good = fc.oneof(
    { weight: 1, arbitrary: values.of(media.schema) },
    ...examples.map((arbitrary) => ({ weight: 2, arbitrary })),
  );
  return fc.oneof(
    { weight: 6, arbitrary: good },
    { weight: 3, arbitrary: nearly(good) },
    { weight: 1, arbitrary: sometimes(hostileBody, 2) },
  );
}

function parameters(route: Route, place: 'query' | 'header', values: ValidValues) {
  return (route.operation.parameters ?? []).flatMap((parameter) =>
    '$ref' in parameter || parameter.in !== place
      ? []
      : [{ name: parameter.name, arbitrary: named(parameter.name, values.of(parameter.schema)) }],
  );
}

function queries(route: Route, values: ValidValues): fc.Arbitrary<Call['query']> {
  const known = parameters(route, 'query', values).map(({ name, arbitrary }) =>
    sometimes(
      fc
        .oneof({ weight: 5, arbitrary }, { weight: 1, arbitrary: hostileText })
        .map((value): [string, unknown] => [name, value]),
      4,
    ),
  );
  const extra = fc.tuple(
    fc.constantFrom('x', 'limit', 'after', '__proto__', 'toString', 'limit[]'),
    hostileText,
  );
  return fc.tuple(...known, sometimes(extra, 20)).map((pairs) => pairs.filter((pair) => pair !== undefined));
}

function headersOf(route: Route, values: ValidValues): fc.Arbitrary<Call['headers']> {
  const own = parameters(route, 'header', values).map(({ name, arbitrary }) => [name, arbitrary] as const);
  const type = mediaOf(route, OCTETS) && { 'content-type': OCTETS };
  return fc
    .tuple(fc.record(Object.fromEntries(own)), headers)
    .map(([given, odd]) => Object.assign({}, type, given, odd));
}

/** Calls of one operation: valid, nearly valid and invalid. */
function callsOf(route: Route, values: ValidValues): fc.Arbitrary<Call> {
  return fc.record({
    route: fc.constant(route),
    caller,
    segments: fc.tuple(...parametersOf(route.path).map((name) => segment(route, name))),
    query: queries(route, values),
    headers: headersOf(route, values),
    body: bodies(route, values),
  });
}

/** Calls of every operation of the document, or of some. */
export function callsOfDocument(document: ApiDocument, routes = document.routes): fc.Arbitrary<Call> {
  const values = new ValidValues(document);
  return fc.oneof(...routes.map((route) => callsOf(route, values)));
}
