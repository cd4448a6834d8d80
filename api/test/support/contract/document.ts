import type { OpenAPIObject } from '@nestjs/swagger';
import { describeApp } from '../../../src/app.document.ts';

type PathItem = OpenAPIObject['paths'][string];
export type Operation = NonNullable<PathItem['get']>;
type Responses = NonNullable<Operation['responses'][string]>;
export type ResponseObject = Exclude<Responses, { $ref: string }>;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/** An operation of the document, with where it stands there. */
export interface Route {
  method: Method;
  /** With its parameters in braces. */
  path: string;
  operation: Operation;
  /** JSON pointer to the operation. */
  pointer: string;
}

const KEYS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

/** The `~0` and `~1` of JSON pointers. */
const escapePointer = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1');

function routesOf(document: OpenAPIObject): Route[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const key = KEYS[method];
      const operation = item[key];
      const pointer = `/paths/${escapePointer(path)}/${key}`;
      return operation ? [{ method, path, operation, pointer }] : [];
    }),
  );
}

const isParameter = (segment: string) => segment.startsWith('{');

/** A path's segments as the server reads them; null for a path that it cannot read. */
function segmentsOf(path: string): string[] | null {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
}

function fits(template: string, path: string): boolean {
  const expected = template.split('/');
  const given = segmentsOf(path) ?? path.split('/');
  return (
    expected.length === given.length &&
    expected.every((segment, index) =>
      isParameter(segment) ? given[index] !== '' : segment === given[index],
    )
  );
}

/** The calls of the API as its OpenAPI document describes them. */
export class ApiDocument {
  readonly routes: readonly Route[];

  constructor(readonly content: OpenAPIObject) {
    // What stands there literally wins over a parameter, as in the router.
    const weight = ({ path }: Route) => path.split('/').filter(isParameter).length;
    this.routes = routesOf(content).toSorted((a, b) => weight(a) - weight(b));
  }

  /** The operation that a request is for. */
  find(method: string, path: string): Route | undefined {
    const asked = method === 'HEAD' ? 'GET' : method;
    return this.routes.find((route) => route.method === asked && fits(route.path, path));
  }

  /** The methods that a path is documented with. */
  methodsOf(path: string): string[] {
    return [...new Set(this.routes.filter((route) => fits(route.path, path)).map(({ method }) => method))];
  }

  /** A response of an operation and where it stands, its reference followed; undefined when it is not documented. */
  response(
    { operation, pointer }: Route,
    status: number,
  ): { response: ResponseObject; pointer: string } | undefined {
    const response = operation.responses[status];
    if (!response) return undefined;
    if (!('$ref' in response)) return { response, pointer: `${pointer}/responses/${status}` };
    const name = response.$ref.split('/').at(-1) ?? '';
    const shared = this.content.components?.responses?.[name];
    if (!shared || '$ref' in shared) throw new Error(`${response.$ref} leads nowhere`);
    return { response: shared, pointer: `/components/responses/${name}` };
  }
}

let loading: Promise<ApiDocument> | undefined;

/** The document of the code under test, generated once for each spec file. */
export function apiDocument(): Promise<ApiDocument> {
  loading ??= describeApp().then((content) => new ApiDocument(content));
  return loading;
}
