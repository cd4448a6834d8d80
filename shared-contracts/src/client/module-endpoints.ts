import type { EndpointBuilder, EndpointDefinitions } from '@reduxjs/toolkit/query/react';
import { baseApi } from './base-api.ts';
import type { ApiRequest } from './send.ts';
import type { ApiError } from './api-error.ts';
import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';

type Tag = 'CurrentUser' | 'Job' | 'AvailableJobs' | 'FlightRecord';
type Builder = EndpointBuilder<BaseQueryFn<ApiRequest, unknown, ApiError>, Tag, 'api'>;

const inject = <D extends EndpointDefinitions>(build: (builder: Builder) => D) =>
  baseApi.injectEndpoints({ endpoints: build });

const isTaken = (name: string) => Object.hasOwn(baseApi.endpoints, name);

/** Returns the name, or the first free one of `name-2`, `name-3`, …. */
function freeName(name: string): string {
  let free = name;
  for (let n = 2; isTaken(free); n += 1) free = `${name}-${n}`;
  return free;
}

/**
 * Injects a module's endpoints under names with module and version (`jobs@1.0.0/available`). Endpoints of a failed release
 * thus never respond for another release in the same page. A name that is taken gets a suffix. Use the result as
 * `jobsApi.available.useQuery(…)`.
 */
export function moduleEndpoints<D extends EndpointDefinitions>(
  module: string,
  version: string,
  build: (builder: Builder) => D,
): ReturnType<typeof inject<D>>['endpoints'];
// The keys are renamed at run time, which the type of injectEndpoints cannot express: hence two signatures.
export function moduleEndpoints(
  module: string,
  version: string,
  build: (builder: Builder) => EndpointDefinitions,
): Record<string, unknown> {
  const realNames = new Map<string, string>();
  const api = baseApi.injectEndpoints({
    endpoints: (builder) => {
      const definitions = Object.entries(build(builder));
      for (const [name] of definitions) realNames.set(name, freeName(`${module}@${version}/${name}`));
      return Object.fromEntries(definitions.map(([name, each]) => [realNames.get(name), each]));
    },
  });
  const endpoints: Record<string, unknown> = api.endpoints;
  return Object.fromEntries([...realNames].map(([name, realName]) => [name, endpoints[realName]]));
}
