import { configureStore } from '@reduxjs/toolkit';
import { baseApi } from './base-api.ts';
import { moduleEndpoints } from './module-endpoints.ts';

const store = () =>
  configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });

/** Endpoints of a module with one query, which returns a text. */
const endpointsOf = (module: string, version: string, text: string) =>
  moduleEndpoints(module, version, (build) => ({
    list: build.query<string, void>({ queryFn: () => ({ data: text }) }),
  }));

const dataOf = async ({ list }: ReturnType<typeof endpointsOf>) =>
  (await store().dispatch(list.initiate())).data;

describe('the endpoints of a module', () => {
  it('keep their own behaviour when their names are already taken', async () => {
    const theirs = endpointsOf('dams', '1.0.0', 'theirs');
    const ours = endpointsOf('dams', '1.0.0', 'ours');
    expect(ours.list.name).toBe('dams@1.0.0/list-2');
    expect(await dataOf(ours)).toBe('ours');
    expect(await dataOf(theirs)).toBe('theirs');
  });

  it('cannot be replaced by another module', async () => {
    const ours = endpointsOf('roads', '1.0.0', 'ours');
    baseApi.injectEndpoints({
      overrideExisting: true,
      endpoints: (build) => ({
        'roads@1.0.0/list': build.query<string, void>({ queryFn: () => ({ data: 'theirs' }) }),
      }),
    });
    expect(await dataOf(ours)).toBe('ours');
  });
});
