import { errorView } from '@dps/contract';
import { apiDocument, type ApiDocument, type ResponseObject, type Route } from './document.ts';
import { SchemaChecker } from './schema-checker.ts';

/** A request and its response. */
export interface Exchange {
  method: string;
  /** Path and query. */
  target: string;
  /** The raw JSON body of the request; undefined without one. */
  sent: string | undefined;
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text of anything else. */
  body: unknown;
}

/** The path of the documentation, which the document does not describe. Its pages have a policy of their own. */
export const DOCS = '/api/docs';

const isSuccess = (status: number) => status >= 200 && status < 300;

const mediaType = (headers: Headers) => headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();

/** Converts the text of a header or query parameter to the type of its schema. */
function coerce(text: string, schema: object | undefined): unknown {
  const type: unknown = schema && Reflect.get(schema, 'type');
  return type === 'integer' || type === 'number' ? Number(text) : text;
}

/** Compares exchanges with the OpenAPI document and the contract. */
class ExchangeChecker {
  private readonly schemas: SchemaChecker;

  constructor(private readonly document: ApiDocument) {
    this.schemas = new SchemaChecker(document);
  }

  /** Returns the first violation of an exchange; null if it is valid. */
  breach(exchange: Exchange): string | null {
    const { pathname } = new URL(exchange.target, 'http://localhost');
    const route = this.document.find(exchange.method, pathname);
    if (!route) return this.breachOutside(exchange, pathname);
    const found = this.document.response(route, exchange.status);
    if (!found) return `${route.operation.operationId} documents no ${exchange.status}`;
    return (
      this.breachOfHeaders(found.response, exchange.headers) ??
      this.breachOfBody(found, exchange) ??
      (isSuccess(exchange.status) ? this.breachOfRequest(route, exchange) : null)
    );
  }

  /** Checks an exchange without an operation: an error of the standard shape, or the allowed methods. */
  private breachOutside({ method, status, headers, body }: Exchange, path: string): string | null {
    if (path.startsWith(DOCS)) return null;
    const methods = this.document.methodsOf(path);
    if (method === 'OPTIONS' && methods.length > 0)
      return status === 204 ? null : 'OPTIONS does not return 204';
    if (status < 400) return 'the document has no such operation';
    if (status === 405) return this.breachOfAllow(methods, headers);
    if (method === 'HEAD') return null;
    return errorView.isValidSync(body, { strict: true }) ? null : 'the response is no error of the contract';
  }

  private breachOfAllow(methods: readonly string[], headers: Headers): string | null {
    const allowed = new Set((headers.get('allow') ?? '').split(/, */));
    const missing = methods.filter((method) => !allowed.has(method));
    return missing.length === 0 && methods.length > 0 ? null : `Allow does not name ${missing.join()}`;
  }

  private breachOfHeaders({ headers = {} }: ResponseObject, given: Headers): string | null {
    for (const [name, described] of Object.entries(headers)) {
      const shared = '$ref' in described;
      const header = shared ? this.document.content.components?.headers?.[name] : described;
      if (!header || '$ref' in header) return `the header ${name} is not described`;
      const value = given.get(name);
      if (value === null && header.required) return `the header ${name} is missing`;
      if (value === null || !shared) continue;
      const breach = this.schemas.breachOfJson(
        `/components/headers/${name}/schema`,
        coerce(value, header.schema),
      );
      if (breach) return `the header ${name}: ${breach}`;
    }
    return null;
  }

  private breachOfBody(
    { response, pointer }: { response: ResponseObject; pointer: string },
    { method, headers, body }: Exchange,
  ): string | null {
    if (method === 'HEAD') return null;
    if (!response.content) return body === '' ? null : 'there is a body where none is documented';
    const type = mediaType(headers) ?? 'nothing';
    const media = response.content[type];
    if (!media) return `the content type ${type} is not documented`;
    if (type !== 'application/json') return null;
    const breach = this.schemas.breachOfJson(`${pointer}/content/application~1json/schema`, body);
    return breach ?? this.schemas.breachOfContract(media.schema, body);
  }

  /** Checks that an accepted request is valid by the document. */
  private breachOfRequest({ operation, pointer }: Route, { sent, target }: Exchange): string | null {
    const { searchParams } = new URL(target, 'http://localhost');
    for (const [index, parameter] of (operation.parameters ?? []).entries()) {
      if ('$ref' in parameter || parameter.in !== 'query') continue;
      const value = searchParams.get(parameter.name);
      if (value === null) continue;
      const at = `${pointer}/parameters/${index}/schema`;
      const breach = this.schemas.breachOfJson(at, coerce(value, parameter.schema));
      if (breach) return `accepted ?${parameter.name}=${value}: ${breach}`;
    }
    const { requestBody } = operation;
    if (!requestBody || '$ref' in requestBody || !requestBody.content['application/json']) return null;
    if (sent === undefined) return requestBody.required ? 'accepted no body' : null;
    const at = `${pointer}/requestBody/content/application~1json/schema`;
    // The server ignores a byte order mark, which `JSON.parse` refuses.
    const breach = this.schemas.breachOfJson(at, JSON.parse(sent.replace(/^\uFEFF/, '')));
    return breach && `accepted what the document refuses: ${breach}`;
  }
}

let loading: Promise<ExchangeChecker> | undefined;

/** Throws if an exchange violates the OpenAPI document or the contract. */
export async function checkExchange(exchange: Exchange): Promise<void> {
  loading ??= apiDocument().then((document) => new ExchangeChecker(document));
  const breach = (await loading).breach(exchange);
  if (breach === null) return;
  const { method, target, status, body } = exchange;
  const shown = JSON.stringify(body).slice(0, 300);
  throw new Error(`${method} ${target.slice(0, 200)} → ${status}: ${breach}\n${shown}`);
}
