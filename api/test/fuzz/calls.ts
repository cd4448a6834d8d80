import * as fc from 'fast-check';
import { RECIPES, type Recipe } from '../access-matrix/recipes.ts';
import { expectedOutcome, IDENTITIES, type Identity, type Subject } from '../access-matrix/rules.ts';
import type { ApiDocument, Route } from '../support/contract/document.ts';
import { hostileBody, hostileSegment, hostileText, hostileValue } from './hostile-values.ts';
import { ValidValues } from './valid-values.ts';
import { changed, type Change } from './values.ts';

/** A call of a recipe of the access matrix, with changes that make it nearly valid or invalid. */
export interface Call {
  recipe: Recipe;
  cell: { identity: Identity; subject: Subject };
  /** Replaces the last parameter of the path. */
  segment: string | undefined;
  query: [name: string, value: unknown][];
  headers: Record<string, string>;
  changeBody: (valid: unknown) => unknown;
}

/** Generates a value once in `oneIn` runs; shrinks to undefined. */
const sometimes = <T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | undefined> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: oneIn - 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary },
  );

/** Headers that forge the client, its origin or the type of the body. */
const ODD_HEADERS: Readonly<Record<string, readonly string[]>> = {
  'content-type': [
    'application/json; charset=utf-8',
    'application/json;charset=UTF-16',
    'APPLICATION/JSON',
    'application/vnd.api+json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
    'x',
  ],
  origin: ['null', 'https://evil.example', 'http://localhost:4200'],
  'sec-fetch-site': ['cross-site', 'same-site', 'same-origin', 'x'],
  'x-forwarded-for': [
    '1.2.3.4',
    '1.2.3.4, 127.0.0.1',
    'not an address',
    '::1',
    ','.repeat(200),
    '[::1]:99999',
  ],
  'x-request-id': ['a'.repeat(200), 'trace-1234', '<x>'],
  'x-page-user': ['1', '0', 'x'],
  'x-http-method-override': ['DELETE', 'TRACE'],
  'content-encoding': ['gzip', 'br', 'identity'],
  accept: ['text/html', 'image/*', ''],
};
const oddHeader = fc.oneof(
  ...Object.entries(ODD_HEADERS).map(([name, values]) =>
    fc.constantFrom(...values).map((value): [string, string] => [name, value]),
  ),
);

function parameters(route: Route, place: 'query' | 'header', values: ValidValues) {
  return (route.operation.parameters ?? []).flatMap((parameter) =>
    '$ref' in parameter || parameter.in !== place
      ? []
      : [sometimes(fc.tuple(fc.constant(parameter.name), valueOf(values.of(parameter.schema))), 4)],
  );
}

const valueOf = (valid: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 5, arbitrary: valid }, { weight: 1, arbitrary: hostileText });

const present = <T>(items: readonly (T | undefined)[]) => items.filter((item) => item !== undefined);

function queries(route: Route, values: ValidValues): fc.Arbitrary<Call['query']> {
  const names = fc.constantFrom('x', 'limit', 'after', '__proto__', 'toString', 'limit[]');
  const extra = sometimes(fc.tuple(names, hostileText), 20);
  return fc.tuple(...parameters(route, 'query', values), extra).map(present);
}

/** Removes characters other than visible ASCII, which `fetch` refuses in a header. */
const headerText = (value: unknown) =>
  String(value)
    .replaceAll(/[^\x20-\x7e]/g, '')
    .slice(0, 1000);

function headersOf(route: Route, values: ValidValues): fc.Arbitrary<Call['headers']> {
  const own = parameters(route, 'header', values);
  return fc
    .tuple(...own, sometimes(oddHeader, 5))
    .map((pairs) =>
      Object.fromEntries(present(pairs).map(([name, value]) => [name, headerText(value)] as const)),
    );
}

/** Replaces a field of the body by another value of its schema. */
function withField(body: unknown, valid: unknown, which: number): unknown {
  const fields = Object.entries(Object(valid));
  const [name, value] = fields[which % Math.max(1, fields.length)] ?? [];
  return name === undefined ? body : { ...Object(body), [name]: value };
}

function bodyChanges({ operation, method }: Route, values: ValidValues): fc.Arbitrary<Call['changeBody']> {
  const unchanged = fc.constant((body: unknown) => body);
  if (method === 'GET') return unchanged;
  const { requestBody } = operation;
  const media = requestBody && !('$ref' in requestBody) ? requestBody.content['application/json'] : undefined;
  const replaced = hostileBody.map((body) => () => body);
  if (!media) return fc.oneof({ weight: 19, arbitrary: unchanged }, { weight: 1, arbitrary: replaced });
  const field = fc.tuple(values.of(media.schema), fc.nat({ max: 30 })).map(
    ([valid, which]) =>
      (body: unknown) =>
        withField(body, valid, which),
  );
  const nearly = fc
    .tuple(
      fc.constantFrom<Change>('replace', 'replace', 'replace', 'remove', 'add'),
      fc.nat({ max: 100 }),
      hostileValue,
    )
    .map(
      ([how, where, to]) =>
        (body: unknown) =>
          changed(body, how, where, to),
    );
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: unchanged },
    { weight: 3, arbitrary: field },
    { weight: 6, arbitrary: nearly },
    { weight: 1, arbitrary: replaced },
  );
}

/** The users and subjects of a recipe; in most cases, those that the permission table allows. */
function cells(recipe: Recipe): fc.Arbitrary<Call['cell']> {
  const all = recipe.subjects.flatMap((subject) => IDENTITIES.map((identity) => ({ identity, subject })));
  const allowed = all.filter(
    ({ identity, subject }) => expectedOutcome(recipe, identity, subject) === 'done',
  );
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...allowed) },
    { weight: 1, arbitrary: fc.constantFrom(...all) },
  );
}

/** Calls of every operation of the document. */
export function callsOf(document: ApiDocument): fc.Arbitrary<Call> {
  const values = new ValidValues(document);
  return fc.oneof(
    ...RECIPES.map((recipe) => {
      const route = document.find(recipe.method, recipe.url);
      if (!route) throw new Error(`The document lacks ${recipe.method} ${recipe.url}`);
      const arbitrary = fc.record({
        recipe: fc.constant(recipe),
        cell: cells(recipe),
        segment: sometimes(hostileSegment, 9),
        query: queries(route, values),
        headers: headersOf(route, values),
        changeBody: bodyChanges(route, values),
      });
      return { weight: route.operation.requestBody ? 4 : 1, arbitrary };
    }),
  );
}
