import type { OpenAPIObject } from '@nestjs/swagger';
import { describeApp } from '../../../src/app.document.ts';

type PathItem = OpenAPIObject['paths'][string];
export type Operation = NonNullable<PathItem['get']>;
type Responses = NonNullable<Operation['responses'][string]>;
export type ResponseObject = Exclude<Responses, { $ref: string }>;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/** An operation of the document and its position. */
export interface Route {
  method: Method;
  /** The path with its parameters in braces. */
  path: string;
  operation: Operation;
  /** JSON pointer to the operation. */
  pointer: string;
}

const KEYS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

/** Escapes `~` and `/` for a JSON pointer. */
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

/** The decoded segments of a path; null for a malformed path. */
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

/** The operations of the OpenAPI document. */
export class ApiDocument {
  readonly routes: readonly Route[];

  constructor(readonly content: OpenAPIObject) {
    // A literal segment has priority over a parameter, as in the router.
    const weight = ({ path }: Route) => path.split('/').filter(isParameter).length;
    this.routes = routesOf(content).toSorted((a, b) => weight(a) - weight(b));
  }

  /** The operation of a request. */
  find(method: string, path: string): Route | undefined {
    const documented = method === 'HEAD' ? 'GET' : method;
    return this.routes.find((route) => route.method === documented && fits(route.path, path));
  }

  /** The documented methods of a path. */
  methodsOf(path: string): string[] {
    return [...new Set(this.routes.filter((route) => fits(route.path, path)).map(({ method }) => method))];
  }

  /** A response of an operation and its position, with its reference resolved; undefined if it is not documented. */
  response(
    { operation, pointer }: Route,
    status: number,
  ): { response: ResponseObject; pointer: string } | undefined {
    const response = operation.responses[status];
    if (!response) return undefined;
    if (!('$ref' in response)) return { response, pointer: `${pointer}/responses/${status}` };
    const name = response.$ref.split('/').at(-1) ?? '';
    const shared = this.content.components?.responses?.[name];
    if (!shared || '$ref' in shared) throw new Error(`${response.$ref} does not exist`);
    return { response: shared, pointer: `/components/responses/${name}` };
  }
}

let loading: Promise<ApiDocument> | undefined;

/** The document of the tested code, generated once for each spec file. */
export function apiDocument(): Promise<ApiDocument> {
  loading ??= describeApp().then((content) => new ApiDocument(content));
  return loading;
}
