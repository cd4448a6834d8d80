import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { ERROR_STATUS, errorView, isErrorCode, SESSION_COOKIE, type ErrorCode } from '@dps/shared-contracts';
import { ERROR_CODES_EXTENSION } from './document-access.ts';
import { toOpenApiSchema } from './json-schema.ts';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const ERROR_REFERENCE = { $ref: '#/components/schemas/Error' };

/** Error codes that come from what a request is, whatever it is for. */
function commonCodes(method: (typeof METHODS)[number], operation: Operation): ErrorCode[] {
  const codes: ErrorCode[] = ['internal', 'unavailable'];
  if (operation.parameters?.length || operation.requestBody) codes.push('validation_failed');
  if (operation.requestBody) codes.push('malformed_request', 'payload_too_large');
  if (method !== 'get') codes.push('cross_site_request', 'unsupported_media_type');
  return codes;
}

function ownCodes(operation: Operation): ErrorCode[] {
  const extension: unknown = Reflect.get(operation, ERROR_CODES_EXTENSION);
  Reflect.deleteProperty(operation, ERROR_CODES_EXTENSION);
  return Array.isArray(extension) ? extension.filter(isErrorCode) : [];
}

/** One response for each status, naming its codes. */
function errorResponses(codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(new Set(codes), (code) => ERROR_STATUS[code]);
  const responses = [...byStatus].map(([status, group]) => [
    status,
    {
      description: group.map((code) => `\`${code}\``).join(', '),
      content: { 'application/json': { schema: ERROR_REFERENCE } },
    },
  ]);
  return Object.fromEntries(responses);
}

function addErrors(document: OpenAPIObject): void {
  for (const item of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const codes = [...ownCodes(operation), ...commonCodes(method, operation)];
      Object.assign(operation.responses, errorResponses(codes));
    }
  }
}

/** The OpenAPI document of the application, out of its routes and the contract's schemas. */
export function createDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Drone Pilot Surveys')
    .setDescription('The marketplace for drone surveying jobs.')
    .setVersion('1.0.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addCookieAuth(SESSION_COOKIE)
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
    standardSchemaConverter: toOpenApiSchema,
  });
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...toOpenApiSchema(errorView)?.components },
  };
  addErrors(document);
  return document;
}
