import {
  createJobBody,
  errorView,
  jobDetailView,
  loginBody,
  pageQuery,
  signupBody,
  updateJobBody,
} from '@dps/contract';
import { array, mixed, number, object, string } from 'yup';
import { toJsonSchema } from './json-schema.ts';

describe('toJsonSchema', () => {
  it.each([
    [number().integer().min(1).max(5), { type: 'integer', minimum: 1, maximum: 5 }],
    [string().nullable(), { type: ['string', 'null'] }],
    [string().required(), { type: 'string', minLength: 1 }],
    [string().oneOf(['a', 'b']).required(), { type: 'string', enum: ['a', 'b'] }],
    [string().oneOf(['a']).nullable(), { type: ['string', 'null'], enum: ['a', null] }],
    [string().meta({ jsonSchema: { format: 'date-time' } }), { type: 'string', format: 'date-time' }],
    [
      mixed()
        .nullable()
        .meta({ jsonSchema: { description: 'Ignored' } }),
      { description: 'Ignored' },
    ],
    [array(number().required()), { type: 'array', items: { type: 'number' } }],
  ])('converts field %#', (schema, expected) => {
    expect(toJsonSchema(schema)?.schema).toEqual(expected);
  });

  it('forbids unknown fields where the schema does, and lists the required ones', () => {
    const schema = object({ a: string().required(), b: object({ c: number() }).noUnknown() }).exact();
    expect(toJsonSchema(schema)?.schema).toEqual({
      type: 'object',
      properties: {
        a: { type: 'string', minLength: 1 },
        b: { type: 'object', properties: { c: { type: 'number' } }, additionalProperties: false },
      },
      required: ['a'],
      additionalProperties: false,
    });
  });

  it('references named schemas, and collects them with their nested ones', () => {
    const { schema, components } = toJsonSchema(jobDetailView) ?? {};
    expect(schema).toEqual({ $ref: '#/components/schemas/JobDetail' });
    expect(Object.keys(components ?? {}).toSorted()).toEqual([
      'AcceptedTerms',
      'Attachment',
      'FlightEvidence',
      'FlightRecord',
      'JobDetail',
      'Payment',
    ]);
    expect(components?.JobDetail?.properties).toMatchObject({
      flightData: { type: 'array', items: { $ref: '#/components/schemas/FlightRecord' } },
      payment: { anyOf: [{ $ref: '#/components/schemas/Payment' }, { type: 'null' }] },
    });
    expect(components?.Payment).toMatchObject({ type: 'object' });
  });

  it('describes everything that the server accepts in a request', () => {
    const { CreateJob } = toJsonSchema(createJobBody)?.components ?? {};
    expect(CreateJob?.properties).toMatchObject({
      title: { type: 'string', minLength: 1, maxLength: 200 },
      budget: { type: ['number', 'string'], minimum: 0.5, maximum: 999_999.99 },
      clientId: { description: expect.stringContaining('ignored') },
    });
    const { Signup } = toJsonSchema(signupBody)?.components ?? {};
    expect(Signup?.properties).toMatchObject({
      password: { minLength: 6, maxLength: 128 },
      email: { format: 'email', pattern: expect.stringContaining('@') },
      flightHours: { type: ['number', 'string', 'null'] },
    });
    const { Login } = toJsonSchema(loginBody)?.components ?? {};
    expect(Login?.properties).toMatchObject({ password: { minLength: 1, maxLength: 128 } });
  });

  it.each([errorView, updateJobBody, pageQuery])('%# has no default of yup', (schema) => {
    expect(JSON.stringify(toJsonSchema(schema))).not.toContain('"default"');
  });

  it('returns undefined for any other value', () => {
    expect(toJsonSchema({ type: 'string' })).toBeUndefined();
  });
});
