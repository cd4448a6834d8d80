import { convertSchema } from '@sodaru/yup-to-json-schema';
import { isSchema, type AnySchema, type SchemaFieldDescription } from 'yup';

type LibrarySchema = ReturnType<typeof convertSchema>;
/** JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;
type Components = Record<string, JsonSchema>;

interface Rule {
  name?: string | undefined;
}

function rulesOf(description: SchemaFieldDescription): readonly Rule[] {
  return 'tests' in description ? description.tests : [];
}

function isClosed(description: SchemaFieldDescription): boolean {
  return rulesOf(description).some(({ name }) => name === 'exact' || name === 'noUnknown');
}

/** The JSON Schema of a property or an item. The converter always returns an object for them. */
function child(schema: unknown): LibrarySchema {
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? schema : {};
}

function objectParts(
  json: LibrarySchema,
  description: SchemaFieldDescription,
  components: Components,
): JsonSchema {
  if (!('fields' in description)) return {};
  const properties = Object.entries(description.fields).map(
    ([name, field]) => [name, refine(child(json.properties?.[name]), field, components)] as const,
  );
  return {
    properties: Object.fromEntries(properties),
    ...(isClosed(description) && { additionalProperties: false }),
  };
}

function arrayParts(
  json: LibrarySchema,
  description: SchemaFieldDescription,
  components: Components,
): JsonSchema {
  if (!('innerType' in description) || !description.innerType || Array.isArray(description.innerType))
    return {};
  return { items: refine(child(json.items), description.innerType, components) };
}

/** Adds the rule for strings that the converter ignores. */
function textParts(json: LibrarySchema, description: SchemaFieldDescription): JsonSchema {
  const refusesEmpty = rulesOf(description).some(({ name }) => name === 'required') && !json.enum;
  return refusesEmpty && description.type === 'string' ? { minLength: json.minLength ?? 1 } : {};
}

/** One type as a name, several as a list, none if any type is accepted. */
function typeOf({ type, enum: values }: LibrarySchema): JsonSchema {
  const types = [type ?? []].flat();
  if (types.length === 0) return {};
  if (types.length === 1) return { type: types[0] };
  return { type: types, ...(values && { enum: [...new Set<unknown>([...values, null])] }) };
}

/** Completes a converted schema, with references to named schemas. */
function refine(
  json: LibrarySchema,
  description: SchemaFieldDescription,
  components: Components,
): JsonSchema {
  const { type: _type, default: _default, ...rest } = json;
  const schema: JsonSchema = {
    ...rest,
    ...typeOf(json),
    ...textParts(json, description),
    ...objectParts(json, description, components),
    ...arrayParts(json, description, components),
  };
  const meta = 'meta' in description ? description.meta : undefined;
  if (typeof meta?.id !== 'string') return schema;
  const isNullable = 'nullable' in description && description.nullable;
  components[meta.id] ??= isNullable ? { ...schema, type: 'object' } : schema;
  const reference = { $ref: `#/components/schemas/${meta.id}` };
  return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference;
}

/** Converts a yup schema for the OpenAPI document. Schemas with `meta({ id })` become components. Undefined for other values. */
export function toJsonSchema(schema: unknown): { schema: JsonSchema; components: Components } | undefined {
  if (!isYup(schema)) return undefined;
  const components: Components = {};
  return { schema: refine(convertSchema(schema), schema.describe(), components), components };
}

function isYup(schema: unknown): schema is AnySchema {
  return isSchema(schema);
}
