import { convertSchema } from '@sodaru/yup-to-json-schema';
import { isSchema, type AnySchema, type SchemaFieldDescription } from 'yup';

type JsonSchema = ReturnType<typeof convertSchema>;
type OpenApiSchema = Record<string, unknown>;
type Components = Record<string, OpenApiSchema>;

/** OpenAPI 3.0 has one type and `nullable` where JSON Schema has a list of types. */
function typeOf(type: JsonSchema['type']): OpenApiSchema {
  const types = [type ?? []].flat();
  const first = types.find((name) => name !== 'null');
  return { ...(first && { type: first }), ...(types.includes('null') && { nullable: true }) };
}

function isClosed(description: SchemaFieldDescription): boolean {
  return (
    'tests' in description && description.tests.some(({ name }) => name === 'exact' || name === 'noUnknown')
  );
}

/** The JSON Schema of a property or an item, which is always an object in what yup describes. */
function child(schema: unknown): JsonSchema {
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? schema : {};
}

function objectParts(json: JsonSchema, description: SchemaFieldDescription, components: Components) {
  if (!('fields' in description)) return {};
  const properties = Object.entries(description.fields).map(
    ([name, field]) => [name, refine(child(json.properties?.[name]), field, components)] as const,
  );
  return {
    properties: Object.fromEntries(properties),
    ...(isClosed(description) && { additionalProperties: false }),
  };
}

function arrayParts(json: JsonSchema, description: SchemaFieldDescription, components: Components) {
  if (!('innerType' in description) || !description.innerType || Array.isArray(description.innerType))
    return {};
  return { items: refine(child(json.items), description.innerType, components) };
}

function enumOf(json: JsonSchema, nullable: unknown): OpenApiSchema {
  if (!json.enum) return {};
  const values: unknown[] = json.enum;
  return { enum: nullable && !values.includes(null) ? [...values, null] : values };
}

/** What the library makes of a schema in the dialect of OpenAPI 3.0, with named schemas as references. */
function refine(
  json: JsonSchema,
  description: SchemaFieldDescription,
  components: Components,
): OpenApiSchema {
  const { type, default: _default, ...rest } = json;
  const meta = 'meta' in description ? description.meta : undefined;
  const kind = typeOf(type);
  const schema: OpenApiSchema = {
    ...rest,
    ...kind,
    ...(typeof meta?.format === 'string' && { format: meta.format }),
    ...enumOf(json, kind.nullable),
    ...objectParts(json, description, components),
    ...arrayParts(json, description, components),
  };
  if (typeof meta?.id !== 'string') return schema;
  const { nullable, ...component } = schema;
  components[meta.id] ??= component;
  const reference = { $ref: `#/components/schemas/${meta.id}` };
  return nullable ? { nullable, allOf: [reference] } : reference;
}

/** A yup schema for the OpenAPI document; those with `meta({ id })` become components. Undefined for anything else. */
export function toOpenApiSchema(
  schema: unknown,
): { schema: OpenApiSchema; components: Components } | undefined {
  if (!isYup(schema)) return undefined;
  const components: Components = {};
  return { schema: refine(convertSchema(schema), schema.describe(), components), components };
}

function isYup(schema: unknown): schema is AnySchema {
  return isSchema(schema);
}
