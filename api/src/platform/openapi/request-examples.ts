import type { JsonSchema } from './json-schema.ts';

type Components = Readonly<Record<string, JsonSchema>>;
type Examples = Readonly<Record<string, { summary: string; value: object }>>;

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n' +
    'trailer<</Root 1 0 R>>\n%%EOF\n',
);
/** An image of one pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The start of each value. */
const PASSKEY = {
  id: 'x7bQm0eV0vYkP2jQ4mF7fA',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoi',
  authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
  signature: 'MEUCIQDYXBOpCWSWq2Ll4558GJKD2RoWg958lvJSB_GdeokxogIg',
  userHandle: 'MTc',
};

/** Values of fields, by the name of the field, whose schema does not imply a meaningful value. */
const VALUES: Readonly<Record<string, unknown>> = {
  code: '123456',
  credential: {
    id: PASSKEY.id,
    clientDataJSON: PASSKEY.clientDataJSON,
    attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVg',
    transports: ['internal'],
  },
  currentPassword: 'correct horse',
  data: { object: { id: 'pi_3Qabcdefghijklmn' } },
  description: 'Two flat roofs, 2,000 m² together.',
  duration: 45,
  email: 'ada@example.com',
  fileData: PDF.toString('base64'),
  fileName: 'site-plan.pdf',
  fileSize: PDF.length,
  fileType: 'pdf',
  flightNumber: 'FL-001',
  id: 'evt_1Qabcdefghijklmn',
  imageData: `data:image/png;base64,${PNG}`,
  location: 'Baltimore, MD',
  lastModified: 1_900_000_000_000,
  name: 'Ada Byron',
  newPassword: 'battery staple',
  passkey: PASSKEY,
  password: 'correct horse',
  paymentIntentId: 'pi_3Qabcdefghijklmn',
  status: 'in-progress',
  title: 'Roof inspection',
  token: 'pV2Yx0mJr8uK4sQ1nB6dT9wE3hC7aL5gF0zXvN2iMoU',
  type: 'payment_intent.succeeded',
  username: 'ada',
};

/** A body with the example of another one. */
const LIKE: Readonly<Record<string, string>> = { UpdateJob: 'CreateJob' };

/** Examples of bodies whose optional fields depend on each other, by the name of the schema. */
const FURTHER_EXAMPLES: Readonly<Record<string, Examples>> = {
  Login: {
    code: {
      summary: 'A user with a second factor',
      value: { username: 'ada', password: 'correct horse', code: '123456' },
    },
    passkey: {
      summary: 'A user with a passkey',
      value: { username: 'ada', password: 'correct horse', passkey: PASSKEY },
    },
  },
  UpdateJob: {
    progress: { summary: 'Only the progress, by the assigned pilot', value: { progress: 55 } },
  },
  JobStatus: {
    complete: { summary: 'Complete the work', value: { status: 'completed', progress: 100 } },
  },
  Release: {
    started: { summary: 'A job in progress', value: { reason: 'The drone is damaged.' } },
  },
  NewUpload: {
    log: {
      summary: 'The log of a flight',
      value: {
        purpose: 'flight-log',
        recordId: 17,
        fileName: 'flight.csv',
        fileSize: 48_000,
        lastModified: 1_900_000_000_000,
      },
    },
  },
  NewFlightRecord: {
    log: {
      summary: 'A flight whose log follows as an upload',
      value: {
        jobId: 17,
        flightNumber: 'FL-002',
        duration: 1,
        altitude: '200 ft',
        coverageArea: '1.2 acres',
        camera: 'dji-mavic-3-enterprise',
      },
    },
  },
  Telemetry: {
    failedCall: {
      summary: 'A call that failed three times',
      value: {
        failures: [
          {
            module: 'jobs',
            version: '1.2.0',
            operation: 'detail',
            status: 503,
            code: 'unavailable',
            count: 3,
          },
        ],
      },
    },
  },
};

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** Returns `Contact person` for `contactPerson`. */
function asWords(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the value of a field: by its name, its schema's own examples or choices, or its type. */
function valueOf(name: string, schema: unknown, components: Components): unknown {
  if (Object.hasOwn(VALUES, name)) return VALUES[name];
  if (!isSchema(schema)) return null;
  const { $ref: reference, examples, enum: choices, type, items, minimum } = schema;
  if (typeof reference === 'string') return valueOf(name, components[nameIn(reference)], components);
  if (Array.isArray(examples)) return examples[0];
  if (Array.isArray(choices)) return choices[0];
  if (type === 'object') return objectOf(schema, components);
  if (type === 'array') return [valueOf(name, items, components)];
  if (type === 'integer' || type === 'number') return minimum ?? 1;
  return type === 'boolean' ? true : asWords(name);
}

/** Returns an object with the required fields. */
function objectOf({ properties, required }: JsonSchema, components: Components): object {
  const fields = Object.entries(isSchema(properties) ? properties : {});
  const needed = Array.isArray(required) ? fields.filter(([name]) => required.includes(name)) : [];
  return Object.fromEntries(needed.map(([name, field]) => [name, valueOf(name, field, components)]));
}

const nameIn = (reference: string) => reference.split('/').at(-1) ?? '';

/**
 * Returns examples of a request body: its required fields, with values from its schema, and further examples.
 *
 * @param reference the `$ref` of the body's schema
 */
export function requestExamples(reference: string, components: Components): Examples {
  const name = nameIn(reference);
  const value = objectOf(components[LIKE[name] ?? name] ?? {}, components);
  return {
    ...(Object.keys(value).length > 0 && { required: { summary: 'The required fields', value } }),
    ...FURTHER_EXAMPLES[name],
  };
}
