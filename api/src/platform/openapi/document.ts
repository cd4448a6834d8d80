import { STATUS_CODES } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { errorView, isErrorCode, type ErrorCode } from '@dps/contract';
import { ERROR_CODES_EXTENSION } from './document-access.ts';
import { documentInfo } from './document-info.ts';
import { errorResponses } from './error-responses.ts';
import { HEADERS, RESPONSE_HEADERS } from './headers.ts';
import { toJsonSchema, type JsonSchema } from './json-schema.ts';
import { requestExamples } from './request-examples.ts';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Returns the error codes that any operation with this method and these parameters can have. */
function commonCodes(method: (typeof METHODS)[number], operation: Operation): ErrorCode[] {
  const parameters = (operation.parameters ?? []).map((parameter) =>
    'in' in parameter ? parameter.in : null,
  );
  const codes: ErrorCode[] = ['internal', 'unavailable'];
  if (parameters.some((place) => place !== 'header') || operation.requestBody)
    codes.push('validation_failed');
  // A path may contain invalid UTF-8, and any write may have an unreadable body.
  if (parameters.includes('path')) codes.push('malformed_request');
  if (method === 'get') return codes;
  return [...codes, 'cross_site_request', 'malformed_request', 'payload_too_large', 'unsupported_media_type'];
}

/** Removes and returns the codes that the route's decorators added. */
function takeOwnCodes(operation: Operation): ErrorCode[] {
  const extension: unknown = Reflect.get(operation, ERROR_CODES_EXTENSION);
  Reflect.deleteProperty(operation, ERROR_CODES_EXTENSION);
  return Array.isArray(extension) ? extension.filter(isErrorCode) : [];
}

function completeSuccesses(operation: Operation): void {
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!response || '$ref' in response) continue;
    response.description ||= STATUS_CODES[status] ?? status;
    response.headers = { ...RESPONSE_HEADERS, ...response.headers };
  }
}

/** Moves description and example from the schema of a parameter to the parameter. */
function completeParameters(operation: Operation): void {
  for (const parameter of operation.parameters ?? []) {
    if ('$ref' in parameter || !parameter.schema || '$ref' in parameter.schema) continue;
    const { description, example, ...schema } = parameter.schema;
    const documented = { ...(description && { description }), ...(example !== undefined && { example }) };
    Object.assign(parameter, { ...documented, ...parameter, schema });
  }
}

function addExamples({ requestBody }: Operation, schemas: Record<string, JsonSchema>): void {
  if (!requestBody || '$ref' in requestBody) return;
  for (const media of Object.values(requestBody.content))
    if (media.schema && '$ref' in media.schema) media.examples = requestExamples(media.schema.$ref, schemas);
}

function eachOperation(
  document: OpenAPIObject,
  work: (operation: Operation, method: (typeof METHODS)[number]) => void,
): void {
  for (const item of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation) work(operation, method);
    }
  }
}

/** Creates the OpenAPI document from the routes, the access rules and the contract's schemas. */
export function createDocument(app: INestApplication): OpenAPIObject {
  const schemas: Record<string, JsonSchema> = {};
  const convert = (schema: unknown) => {
    const converted = toJsonSchema(schema);
    Object.assign(schemas, converted?.components);
    return converted;
  };
  convert(errorView);
  const document = SwaggerModule.createDocument(app, documentInfo(), {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
    standardSchemaConverter: convert,
  });
  const responses = {};
  eachOperation(document, (operation, method) => {
    operation.security ??= [];
    completeParameters(operation);
    completeSuccesses(operation);
    addExamples(operation, schemas);
    const codes = [...takeOwnCodes(operation), ...commonCodes(method, operation)];
    Object.assign(operation.responses, errorResponses(codes, responses));
  });
  // Replaces the generator's schemas: it would turn `examples` into the `example` of OpenAPI 3.0.
  document.components = { ...document.components, schemas, responses, headers: HEADERS };
  return document;
}
