import { number, object, string, type InferType } from 'yup';

/**
 * What goes wrong: no answer until the fault is taken back, a late answer, an answer with this status, or a connection
 * that breaks.
 */
const FAULT_KINDS = ['hang', 'delay', '500', '429', 'reset'] as const;

const MAX_TIMES = 100_000;
const MAX_DELAY_MS = 10 * 60 * 1000;

const faultSpec = object({
  // Which calls: the path without a query; `*` stands for one part of it, as in /v1/payment_intents/*/confirm.
  path: string()
    .matches(/^\/v1\/[\w*/-]+$/, 'path must begin with /v1/')
    .required(),
  method: string().oneOf(['GET', 'POST']),
  kind: string().oneOf(FAULT_KINDS).required(),
  // How many calls it meets.
  times: number().integer().min(1).max(MAX_TIMES).default(1),
  // `before`: the call is not carried out; `after`: it is, and only its answer suffers.
  when: string().oneOf(['before', 'after']).default('before'),
  // Of `delay`.
  delayMs: number().integer().min(0).max(MAX_DELAY_MS).default(1000),
})
  .exact()
  .required();

/** One thing that goes wrong, for so many calls. */
export type Fault = InferType<typeof faultSpec>;

/** A fault as it is asked for; what is left out has a default. */
export type FaultRequest = Pick<Fault, 'path' | 'kind'> & Partial<Fault>;

/**
 * Reads a fault from a parsed JSON body.
 * @throws ValidationError that says which field is wrong.
 */
export function parseFault(body: unknown): Fault {
  return faultSpec.cast(faultSpec.validateSync(body, { strict: true }));
}

/** Whether a fault is for this call; `url` with its query. */
export function isMeant({ path, method }: Fault, call: { method: string; url: string }): boolean {
  if (method !== undefined && method !== call.method) return false;
  const parts = path.split('/');
  const given = (call.url.split('?')[0] ?? '').split('/');
  return parts.length === given.length && parts.every((part, index) => part === '*' || part === given[index]);
}
