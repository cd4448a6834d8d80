import type { EndpointBuilder, EndpointDefinitions } from '@reduxjs/toolkit/query/react';
import { baseApi } from './base-api.ts';
import type { ApiRequest } from './base-api.ts';
import type { ApiError } from './api-error.ts';
import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';

type Tag = 'CurrentUser' | 'Job' | 'AvailableJobs' | 'FlightRecord';
type Builder = EndpointBuilder<BaseQueryFn<ApiRequest, unknown, ApiError>, Tag, 'api'>;

const inject = <D extends EndpointDefinitions>(build: (builder: Builder) => D) =>
  baseApi.injectEndpoints({ endpoints: build });

/**
 * Injects a module's endpoints under names that carry module and version (`jobs@1.0.0/available`), so that the endpoints
 * of a release that failed never answer for another one in the same page. Use the result as
 * `jobsApi.available.useQuery(…)`.
 */
export function moduleEndpoints<D extends EndpointDefinitions>(
  module: string,
  version: string,
  build: (builder: Builder) => D,
): ReturnType<typeof inject<D>>['endpoints'];
// The keys are renamed at run time, which the type of injectEndpoints cannot follow: hence the two signatures.
export function moduleEndpoints(
  module: string,
  version: string,
  build: (builder: Builder) => EndpointDefinitions,
): Record<string, unknown> {
  const realName = (name: string) => `${module}@${version}/${name}`;
  let names: string[] = [];
  const api = baseApi.injectEndpoints({
    endpoints: (builder) => {
      const definitions = build(builder);
      names = Object.keys(definitions);
      return Object.fromEntries(Object.entries(definitions).map(([name, each]) => [realName(name), each]));
    },
  });
  const endpoints: Record<string, unknown> = api.endpoints;
  return Object.fromEntries(names.map((name) => [name, endpoints[realName(name)]]));
}
