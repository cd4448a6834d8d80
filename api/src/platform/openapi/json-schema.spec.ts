import { errorView, jobDetailView, pageQuery, updateJobBody } from '@dps/shared-contracts';
import { array, number, object, string } from 'yup';
import { toOpenApiSchema } from './json-schema.ts';

describe('toOpenApiSchema', () => {
  it.each([
    [number().integer().min(1).max(5), { type: 'integer', minimum: 1, maximum: 5 }],
    [string().nullable(), { type: 'string', nullable: true }],
    [string().oneOf(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    [string().oneOf(['a']).nullable(), { type: 'string', enum: ['a', null], nullable: true }],
    [string().meta({ format: 'date-time' }), { type: 'string', format: 'date-time' }],
    [array(number().required()), { type: 'array', items: { type: 'number' } }],
  ])('%# a field', (schema, expected) => {
    expect(toOpenApiSchema(schema)?.schema).toEqual(expected);
  });

  it('closes objects that take no unknown fields, and lists what is required', () => {
    const schema = object({ a: string().required(), b: object({ c: number() }).noUnknown() }).exact();
    expect(toOpenApiSchema(schema)?.schema).toEqual({
      type: 'object',
      properties: {
        a: { type: 'string' },
        b: { type: 'object', properties: { c: { type: 'number' } }, additionalProperties: false },
      },
      required: ['a'],
      additionalProperties: false,
    });
  });

  it('refers to named schemas, and collects them with those inside them', () => {
    const { schema, components } = toOpenApiSchema(jobDetailView) ?? {};
    expect(schema).toEqual({ $ref: '#/components/schemas/JobDetail' });
    expect(Object.keys(components ?? {}).toSorted()).toEqual([
      'Attachment',
      'FlightRecord',
      'JobDetail',
      'Payment',
    ]);
    expect(components?.JobDetail?.properties).toMatchObject({
      flightData: { type: 'array', items: { $ref: '#/components/schemas/FlightRecord' } },
      payment: { nullable: true, allOf: [{ $ref: '#/components/schemas/Payment' }] },
    });
  });

  it.each([errorView, updateJobBody, pageQuery])('%# leaves no default that yup made up', (schema) => {
    expect(JSON.stringify(toOpenApiSchema(schema))).not.toContain('"default"');
  });

  it('leaves anything else alone', () => {
    expect(toOpenApiSchema({ type: 'string' })).toBeUndefined();
  });
});
