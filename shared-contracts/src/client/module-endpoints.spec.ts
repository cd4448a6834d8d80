import { configureStore } from '@reduxjs/toolkit';
import { baseApi } from './base-api.ts';
import { moduleEndpoints } from './module-endpoints.ts';

const store = () =>
  configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });

/** The endpoints of a module whose one call answers with a text. */
const answering = (module: string, version: string, text: string) =>
  moduleEndpoints(module, version, (build) => ({
    list: build.query<string, void>({ queryFn: () => ({ data: text }) }),
  }));

const answerOf = async ({ list }: ReturnType<typeof answering>) =>
  (await store().dispatch(list.initiate())).data;

describe('the endpoints of a module', () => {
  it('carry module and version in their names', () => {
    const { list } = answering('roofs', '1.0.0', 'ours');
    expect(list.name).toBe('roofs@1.0.0/list');
  });

  it('answer for themselves where somebody else has taken their names before', async () => {
    const theirs = answering('dams', '1.0.0', 'theirs');
    const ours = answering('dams', '1.0.0', 'ours');
    expect(ours.list.name).toBe('dams@1.0.0/list-2');
    expect(await answerOf(ours)).toBe('ours');
    expect(await answerOf(theirs)).toBe('theirs');
  });

  it('are not replaced by anybody, not even on purpose', async () => {
    const ours = answering('roads', '1.0.0', 'ours');
    baseApi.injectEndpoints({
      overrideExisting: true,
      endpoints: (build) => ({
        'roads@1.0.0/list': build.query<string, void>({ queryFn: () => ({ data: 'theirs' }) }),
      }),
    });
    expect(await answerOf(ours)).toBe('ours');
  });
});
