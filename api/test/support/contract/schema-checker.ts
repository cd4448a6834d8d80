import * as contracts from '@dps/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isSchema, ValidationError, type AnySchema } from 'yup';
import type { ApiDocument } from './document.ts';

const DOCUMENT = 'openapi.json';

/** All yup schemas of the contract that have an id, by their name in the document. */
const YUP_SCHEMAS = new Map<unknown, AnySchema>(
  Object.values<unknown>(contracts).flatMap((value) => {
    if (!isYup(value)) return [];
    const { meta } = value.spec;
    return meta?.['id'] === undefined ? [] : [[meta['id'], value] as const];
  }),
);

function isYup(value: unknown): value is AnySchema {
  return isSchema(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checks values against the JSON Schemas of the document and the yup schemas of the contract. */
export class SchemaChecker {
  private readonly ajv: Ajv2020;
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(private readonly document: ApiDocument) {
    this.ajv = new Ajv2020({ allErrors: false, allowUnionTypes: true, strictTypes: false });
    addFormats.default(this.ajv);
    // The pattern of the schema already defines the accepted addresses.
    this.ajv.addFormat('email', true);
    this.ajv.addVocabulary(['example', ...Object.keys(document.content)]);
    this.ajv.addSchema(document.content, DOCUMENT, undefined, false);
  }

  /** The violation of the JSON Schema at a JSON pointer of the document; null for a valid value. */
  breachOfJson(pointer: string, value: unknown): string | null {
    const validate =
      this.compiled.get(pointer) ?? this.ajv.compile({ $ref: `${DOCUMENT}#${encodeURI(pointer)}` });
    this.compiled.set(pointer, validate);
    return validate(value) ? null : this.ajv.errorsText(validate.errors, { dataVar: 'body' });
  }

  /** The violation of the strict yup schemas that a schema of the document references; null for a valid value. */
  breachOfContract(schema: unknown, value: unknown): string | null {
    if (!isRecord(schema)) return null;
    const { $ref: reference, allOf, items } = schema;
    if (typeof reference === 'string') return breachOfNamed(reference.split('/').at(-1), value);
    if (Array.isArray(allOf)) return this.first(allOf.map((part) => this.breachOfContract(part, value)));
    if (Array.isArray(value)) return this.first(value.map((item) => this.breachOfContract(items, item)));
    return null;
  }

  private first(breaches: readonly (string | null)[]): string | null {
    return breaches.find((breach) => breach !== null) ?? null;
  }
}

function breachOfNamed(name: string | undefined, value: unknown): string | null {
  const schema = YUP_SCHEMAS.get(name);
  if (!schema) return `the contract exports no schema with meta({ id: '${name}' })`;
  try {
    schema.validateSync(value, { strict: true });
    return null;
  } catch (error) {
    if (error instanceof ValidationError) return `${error.path ?? ''} ${error.message}`.trim();
    throw error;
  }
}
