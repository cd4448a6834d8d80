import { isSchema, type Schema, type SchemaFieldDescription } from 'yup';
import { writeJson } from '../domain/money.ts';
import { SURVEY_TYPES } from '../domain/survey-type.ts';
import { attachmentBody } from './attachment.ts';
import { flightRecordBody } from './flight-record.ts';
import { createJobBody, updateJobBody } from './job.ts';
import { idParameter, pageQuery } from './parameters.ts';
import { passwordBody, resetBody, resetRequestBody } from './password.ts';
import { providerEvent } from './payment.ts';
import { telemetryBody } from './telemetry.ts';
import { profileBody } from './profile.ts';
import { loginBody, signupBody, signupForm } from './user.ts';
import { userView } from './user-view.ts';
import * as contract from '../index.ts';

const job = {
  title: 'Roof survey',
  description: 'Flat roof, 2,000 m²',
  surveyType: 'Site Survey',
  location: 'Austin, TX',
  budget: 1250.5,
  deadline: '2026-12-31',
};
const signup = { username: 'ada', password: 'secret', email: 'ada@example.com', name: 'Ada', role: 'pilot' };
const whose = { module: 'jobs', version: '1.2.0', count: 1 };
const failure = { ...whose, operation: 'job-detail.read' };
const load = { ...whose, outcome: 'loaded', ms: 120 };
const thrown = { ...whose, errorName: 'TypeError', message: 'x is undefined' };
const UNSEEN = 'Contains an invisible control or formatting character';
const NO_VISIBLE = 'The password needs at least one visible character';
const AMOUNT = 'Enter an amount in dollars, such as 1250 or 1250.50';
const ALL_OR_PROGRESS = 'Send all fields of the job, or only its progress';
const SHORT = 'Password must be at least 6 characters';
const NOT_STORABLE = 'Contains a character that cannot be stored';
const NO_TEXT = 'Expected string, received number';
const LONG_EMAIL = `${'a'.repeat(64)}@${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.example`;
const file = { fileName: 'a.pdf', fileType: 'pdf', fileSize: 2, fileData: 'AAA=' };
const flight = { jobId: 1, flightNumber: 'FL-001', duration: 45 };

/** Returns the first error message; null for a valid value. */
async function refusal(schema: Schema, value: unknown): Promise<string | null> {
  const result = await schema['~standard'].validate(value);
  return result.issues?.[0]?.message ?? null;
}

describe('request bodies', () => {
  it.each([
    ['a job', createJobBody, job],
    ['a job with ignored fields', createJobBody, { ...job, clientId: 2, status: 'paid', progress: 100 }],
    [
      'anything in a field that it ignores',
      createJobBody,
      { ...job, clientId: [12], status: null, progress: Infinity },
    ],
    ['a title of 200 emoji', createJobBody, { ...job, title: '🚁'.repeat(200) }],
    ['joined emoji in a title', createJobBody, { ...job, title: '👩🏽‍✈️ over the 🏳️‍🌈 bridge' }],
    [
      'line breaks and direction marks in a description',
      createJobBody,
      { ...job, description: 'a\r\n\u200fb' },
    ],
    ['a username to sign in with that no signup takes', loginBody, { username: 'a\u200bda', password: 'x' }],
    ['a password of six blanks to sign in with', loginBody, { username: 'ada', password: '      ' }],
    ['an international address', signupBody, { ...signup, email: 'x@müller.example' }],
    ['an address with a no-break space', profileBody, { name: 'Ada', email: 'ada@example.com\u00a0' }],
    ['a budget as numeric text', createJobBody, { ...job, budget: '1250.50' }],
    ['the progress alone', updateJobBody, { progress: 55 }],
    ['a signup with an empty flight hours field', signupBody, { ...signup, flightHours: '' }],
    ['a flight with nulls', flightRecordBody, { ...flight, altitude: null, notes: null }],
    ['a page', pageQuery, { limit: '20' }],
    [
      'a report of every kind',
      telemetryBody,
      {
        failures: [failure, { ...failure, status: 503, code: 'unavailable', requestId: 'trace-1234' }],
        loads: [load, { ...load, outcome: 'fallback', shown: '1.1.0' }],
        scriptErrors: [thrown, { ...thrown, place: 'assets/page.3f2.js:1:4711' }],
        crashes: [{ ...thrown, part: 'widget' }],
      },
    ],
  ])('accepts %s', async (_what, schema, value) => {
    expect(await refusal(schema, value)).toBeNull();
  });

  it.each([
    ['signup', signupBody, signup],
    ['profile', profileBody, { name: 'Ada' }],
    ['reset request', resetRequestBody, {}],
  ])('normalizes the address of a %s', async (_what, schema: Schema, value) => {
    const email = ' x@MÜLLER.example\u00a0';
    expect(await schema.validate({ ...value, email })).toMatchObject({ email: 'x@xn--mller-kva.example' });
  });

  it('[ENTITY-12] accepts each of the ten survey types', async () => {
    expect(SURVEY_TYPES).toHaveLength(10);
    for (const surveyType of SURVEY_TYPES)
      expect(await refusal(createJobBody, { ...job, surveyType })).toBeNull();
  });

  it.each([
    ['no list', { failures: failure }],
    ['no event', { failures: [null] }],
    ['an event of another kind', { loads: [failure] }],
    ['an unknown kind', { clicks: [whose] }],
    ['an unknown field', { failures: [{ ...failure, userName: 'Ada' }] }],
    ['a module that is none', { failures: [{ ...failure, module: 'Jobs of Ada' }] }],
    ['a version that is an address', { failures: [{ ...failure, version: '../1.0.0' }] }],
    ['an operation in words', { failures: [{ ...failure, operation: 'reading the job of Ada' }] }],
    ['a status that is none', { failures: [{ ...failure, status: 600 }] }],
    ['a code that is not ours', { failures: [{ ...failure, code: 'EPIPE' }] }],
    ['an id with a line break', { failures: [{ ...failure, requestId: 'trace-1234\n' }] }],
    ['an outcome of its own', { loads: [{ ...load, outcome: 'lost' }] }],
    ['a negative time', { loads: [{ ...load, ms: -1 }] }],
    ['a long message', { scriptErrors: [{ ...thrown, message: 'x'.repeat(201) }] }],
    ['a message that steers a terminal', { scriptErrors: [{ ...thrown, message: '\u001b[2J' }] }],
    ['a place in another origin', { scriptErrors: [{ ...thrown, place: 'https://a.example/a.js:1:1' }] }],
    ['a part of its own', { crashes: [{ ...thrown, part: 'footer' }] }],
    ['none of it', { loads: [{ ...load, count: 0 }] }],
    ['21 events of a kind', { loads: Array.from({ length: 21 }, () => load) }],
  ])('refuses a report with %s', async (_what, value) => {
    expect(await refusal(telemetryBody, value)).not.toBeNull();
  });

  it.each([
    ['no body', createJobBody, undefined, 'Required'],
    ['a budget of 0', createJobBody, { ...job, budget: 0 }, 'The budget must be at least $0.50'],
    ['a budget of "1,000"', createJobBody, { ...job, budget: '1,000' }, AMOUNT],
    ['a budget of 1.001', createJobBody, { ...job, budget: 1.001 }, 'Use at most two decimals'],
    [
      '31 February',
      createJobBody,
      { ...job, deadline: '2026-02-31' },
      'Enter a date that exists, such as 2026-12-31',
    ],
    ['a blank title', createJobBody, { ...job, title: '   ' }, 'Required'],
    ['a title that is not visible', createJobBody, { ...job, title: '\u200b\u2060' }, 'Required'],
    ['a blank description', createJobBody, { ...job, description: ' \n' }, 'Required'],
    ['a blank location', createJobBody, { ...job, location: '\u3000' }, 'Required'],
    ['a line break in a title', createJobBody, { ...job, title: 'a\r\nb' }, UNSEEN],
    ['a right-to-left override in a title', updateJobBody, { ...job, title: 'a\u202eb' }, UNSEEN],
    ['a blank username', signupBody, { ...signup, username: ' ' }, 'Username is required'],
    ['a space without width in a username', signupBody, { ...signup, username: 'a\u200bda' }, UNSEEN],
    ['a right-to-left mark in a name', signupBody, { ...signup, name: 'Ada\u200f' }, UNSEEN],
    ['a blank name in a profile', profileBody, { name: ' ', email: 'ada@example.com' }, 'Name is required'],
    ['a blank username to sign in with', loginBody, { username: ' ', password: 'x' }, 'Username is required'],
    ['a blank flight number', flightRecordBody, { ...flight, flightNumber: '\t' }, 'Required'],
    ['a blank file name', attachmentBody, { ...file, fileName: ' ' }, 'Required'],
    ['an override in a file name', attachmentBody, { ...file, fileName: 'a\u202efdp.exe' }, UNSEEN],
    ['a number as title', createJobBody, { ...job, title: 5 }, NO_TEXT],
    ['NUL in a title', createJobBody, { ...job, title: 'a\u0000b' }, NOT_STORABLE],
    [
      '[ENTITY-11] a title of 201 emoji',
      createJobBody,
      { ...job, title: '🚁'.repeat(201) },
      'Use at most 200 characters',
    ],
    ['an unknown survey type', createJobBody, { ...job, surveyType: 'Spying' }, 'Invalid input'],
    ['an unknown field', createJobBody, { ...job, pilotId: 3 }, 'Unknown fields: pilotId'],
    ['progress with content', updateJobBody, { ...job, progress: 5 }, ALL_OR_PROGRESS],
    ['half a job', updateJobBody, { title: 'x' }, ALL_OR_PROGRESS],
    ['an empty update', updateJobBody, {}, ALL_OR_PROGRESS],
    ['progress 101', updateJobBody, { progress: 101 }, 'Use 0 to 100'],
    ['progress 7.5', updateJobBody, { progress: 7.5 }, 'Use a whole number'],
    ['progress null', updateJobBody, { progress: null }, 'Expected a value, received null'],
    ['the role admin', signupBody, { ...signup, role: 'admin' }, 'Choose Drone Pilot or Client'],
    ['a short password', signupBody, { ...signup, password: 'abc' }, SHORT],
    ['a password of three emoji', signupBody, { ...signup, password: '🚁🚁🚁' }, SHORT],
    ['a password of six blanks', signupBody, { ...signup, password: '      ' }, NO_VISIBLE],
    [
      'a new password of six characters without width',
      passwordBody,
      { currentPassword: '      ', newPassword: '\u200b'.repeat(6) },
      NO_VISIBLE,
    ],
    [
      'a reset to six no-break spaces',
      resetBody,
      { token: 't', newPassword: '\u00a0'.repeat(6) },
      NO_VISIBLE,
    ],
    [
      'an address of 254 characters',
      profileBody,
      { name: 'Ada', email: LONG_EMAIL },
      'Invalid email address',
    ],
    ['an empty address', profileBody, { name: 'Ada', email: '' }, 'Invalid email address'],
    ['an event without data', providerEvent, { id: 'evt_1', type: 'x' }, 'Required'],
    ['an event about nothing', providerEvent, { id: 'evt_1', type: 'x', data: {} }, 'Required'],
    [
      'a huge password',
      loginBody,
      { username: 'a', password: 'x'.repeat(1_000_000) },
      'Use at most 128 characters',
    ],
    [
      'a confirmation that differs',
      signupForm,
      { ...signup, confirmPassword: 'secret2' },
      "Passwords don't match",
    ],
    [
      '12.5 minutes',
      flightRecordBody,
      { ...flight, duration: 12.5 },
      'Enter a whole number of minutes from 1 to 10,080',
    ],
    [
      '[SIGNUP-14] a short confirmation that differs',
      signupForm,
      { ...signup, confirmPassword: 'secre' },
      SHORT,
    ],
    [
      'an attachment of 10 MiB and one byte',
      attachmentBody,
      { fileName: 'a.pdf', fileType: 'pdf', fileSize: 10_485_761, fileData: 'AA==' },
      'The file is larger than 10MB',
    ],
    ['an id of 0x10', idParameter, { id: '0x10' }, 'Expected a positive whole number'],
    ['a page of 501', pageQuery, { limit: '501' }, 'Use at most 500'],
  ])('[FORM-7, CALL-13, SECURE-39] refuses %s', async (_what, schema, value, message) => {
    expect(await refusal(schema, value)).toBe(message);
  });

  it.each(['constructor', '__defineGetter__', 'then'])(
    'refuses the field %s like any other unknown one',
    async (name) => {
      expect(await refusal(createJobBody, { ...job, [name]: 'x' })).toBe(`Unknown fields: ${name}`);
      expect(await refusal(loginBody, { [name]: 'x' })).not.toBeNull();
    },
  );

  it.each([
    ['budget', createJobBody, job],
    ['flightHours', signupBody, signup],
    ['title', createJobBody, job],
    ['surveyType', createJobBody, job],
  ])('refuses an object without a text as %s', async (name, schema, value) => {
    expect(await refusal(schema, { ...value, [name]: { toString: 1, valueOf: 1 } })).not.toBeNull();
  });

  it('names only the kind of deep or secret values', async () => {
    let deep: unknown = 'x';
    for (let depth = 0; depth < 10_000; depth += 1) deep = [deep];
    expect(await refusal(loginBody, { username: 'ada', password: deep })).toBe(
      'Expected string, received array',
    );
  });
});

it.each([
  ['exact', loginBody, { username: 'ada', password: 'secret', otp: '1' }, 'Unknown fields: otp'],
  ['noUnknown', userView.pick(['id']).noUnknown(), { id: 1, hash: 'x' }, 'Unknown fields: hash'],
])('%s reports unknown fields in its own message', (_rule, schema, value, message) => {
  expect(() => schema.validateSync(value, { strict: true })).toThrow(message);
});

/** The names of the fields with numbers, and whether a field contains money. */
function numbersIn(description: SchemaFieldDescription): [name: string, isMoney: boolean][] {
  if ('fields' in description)
    return Object.entries(description.fields).flatMap(([name, field]) =>
      field.type === 'number' && 'meta' in field
        ? [[name, JSON.stringify(field.meta ?? {}).includes('"US dollars')] as [string, boolean]]
        : numbersIn(field),
    );
  const item = 'innerType' in description ? description.innerType : undefined;
  return item && !Array.isArray(item) ? numbersIn(item) : [];
}

it('[ENTITY-10] JSON has dollars in the fields with money of all schemas, and in no other', () => {
  const fields = Object.values(contract)
    .filter((schema) => isSchema(schema))
    .flatMap((schema) => numbersIn(schema.describe()));
  const dollars = fields.filter(([name]) => writeJson({ [name]: 100 }) === `{"${name}":1}`);
  expect(dollars).toEqual(fields.filter(([, isMoney]) => isMoney));
  const payouts = ['availableAmount', 'heldAmount', 'onTheWayAmount', 'paidOutAmount', 'waitingAmount'];
  expect(new Set(dollars.map(([name]) => name))).toEqual(
    new Set(['budget', 'amount', 'refundedAmount', 'disputedAmount', ...payouts]),
  );
});
