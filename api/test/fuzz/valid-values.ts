import * as fc from 'fast-check';
import type { ApiDocument } from '../support/contract/document.ts';
import { hostileValue } from './hostile-values.ts';

type Schema = Record<string, unknown>;

const LONGEST_BOUNDARY = 10_000;
const USUAL_LENGTH = 40;

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const numberOr = (value: unknown, fallback: number) => (typeof value === 'number' ? value : fallback);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function numbers({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = numberOr(minimum, -1e9);
  const max = numberOr(maximum, 1e9);
  const cents = fc.integer({ min: Math.ceil(min * 100), max: Math.floor(max * 100) }).map((x) => x / 100);
  return fc.oneof(
    cents,
    fc.double({ min, max, noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(min, max),
  );
}

function integers({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = numberOr(minimum, -(2 ** 31));
  const max = numberOr(maximum, 2 ** 31 - 1);
  return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max));
}

/** Strings that match a pattern. Patterns with Unicode classes only forbid control characters and are skipped. */
function ofPattern(pattern: unknown): fc.Arbitrary<string>[] {
  if (typeof pattern !== 'string' || pattern.includes(String.raw`\p{`)) return [];
  return [fc.stringMatching(new RegExp(pattern))];
}

function texts({ minLength, maxLength, pattern, format }: Schema): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  const patterned = ofPattern(pattern);
  if (patterned.length > 0) return fc.oneof(...patterned);
  const min = numberOr(minLength, 0);
  const max = numberOr(maxLength, LONGEST_BOUNDARY);
  const usual = fc.string({
    unit: 'grapheme',
    minLength: min,
    maxLength: Math.max(min, Math.min(max, USUAL_LENGTH)),
  });
  if (max > LONGEST_BOUNDARY) return usual;
  // The maximum length, with one and with two UTF-16 units for each character.
  const longest = fc.constantFrom('é', '🚁').map((character) => character.repeat(max));
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: longest });
}

/** Generates values that are valid by schemas of the document. */
export class ValidValues {
  constructor(private readonly document: ApiDocument) {}

  of(given: unknown): fc.Arbitrary<unknown> {
    const schema = this.resolve(given);
    const examples = listOf(schema['examples']);
    if (examples.length === 0) return this.byRules(schema);
    return fc.oneof(this.byRules(schema), fc.constantFrom(...examples));
  }

  private byRules(schema: Schema): fc.Arbitrary<unknown> {
    const { enum: values, anyOf, type } = schema;
    if (Array.isArray(values)) return fc.constantFrom(...values);
    if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((part) => this.of(part)));
    if (Array.isArray(type)) return fc.oneof(...type.map((each) => this.ofType(each, schema)));
    return this.ofType(type, schema);
  }

  private ofType(type: unknown, schema: Schema): fc.Arbitrary<unknown> {
    if (type === 'object') return this.objects(schema);
    if (type === 'array') return fc.array(this.of(schema['items']), { maxLength: 3 });
    if (type === 'integer') return integers(schema);
    if (type === 'number') return numbers(schema);
    if (type === 'boolean') return fc.boolean();
    if (type === 'string') return texts(schema);
    if (type === 'null') return fc.constant(null);
    return hostileValue;
  }

  private objects({ properties, required }: Schema): fc.Arbitrary<unknown> {
    const fields = Object.entries(isSchema(properties) ? properties : {}).map(
      ([name, schema]) => [name, this.of(schema)] as const,
    );
    const names = fields.map(([name]) => name);
    const requiredKeys = names.filter((name) => listOf(required).includes(name));
    return fc.record(Object.fromEntries(fields), { requiredKeys });
  }

  private resolve(schema: unknown): Schema {
    if (!isSchema(schema)) return {};
    const { $ref: address } = schema;
    if (typeof address !== 'string') return schema;
    const found: unknown = this.document.content.components?.schemas?.[address.split('/').at(-1) ?? ''];
    return isSchema(found) ? found : {};
  }
}
