import type { FastifyRequest } from 'fastify';
import { invalidRequest } from './api-error.ts';
import { authenticate, type ApiKeys, type Caller } from './authenticate.ts';
import type { Form } from './form.ts';
import { Params } from './params.ts';

/** The shape of the API's routes, for Fastify. */
export interface ApiRoute {
  Params: { id?: string };
  Querystring: Form;
  Body: Form | undefined;
}

/** One call of the API: who makes it, about which object, with what. */
export interface ApiCall {
  caller: Caller;
  id: string;
  params: Params;
  /** The properties that the answer shows in full instead of by their ids. */
  expand: ReadonlySet<string>;
  now: Date;
}

/** @throws ApiError without a key that is known, and for properties that cannot be expanded. */
export function readCall(
  request: FastifyRequest<ApiRoute>,
  form: Form,
  keys: ApiKeys,
  expandable: readonly string[],
): ApiCall {
  const caller = authenticate(request.headers.authorization, form, keys);
  const params = new Params(form);
  params.text('key');
  params.text('client_secret');
  const expanded = Object.values(params.texts('expand') ?? {});
  const unknown = expanded.find((name) => !expandable.includes(name));
  if (unknown !== undefined) {
    throw invalidRequest(`This property cannot be expanded (${unknown}).`, 'parameter_invalid', 'expand');
  }
  return {
    caller,
    id: request.params.id ?? '',
    params,
    expand: new Set(expanded),
    now: new Date(),
  };
}
