import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { moduleManifest } from '@dps/contract';
import { WIDGET_PROPS } from './contract-file.ts';
import { readWidgetProps } from './widget-props.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dps-widget-props-'));
afterAll(() => rmSync(root, { recursive: true }));

const MANIFEST = {
  name: 'weather',
  title: 'Weather',
  contract: '^1.0.0',
  routes: [],
  navigation: [],
  widgets: [{ name: 'weather.forecast', source: 'src/Forecast.tsx' }],
};

const declaring = (props: string) =>
  `declare module '@dps/contract/client' { interface WidgetProps { ${props} } }`;
const FORECAST = declaring("'weather.forecast': { jobId: number }");

/** Reads the props of the module `weather` with these files. */
function read(files: Record<string, string>) {
  const dir = mkdtempSync(path.join(root, 'weather-'));
  mkdirSync(path.join(dir, WIDGET_PROPS), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(dir, WIDGET_PROPS, name), text);
  const manifest = moduleManifest.validateSync(MANIFEST);
  return readWidgetProps({
    role: 'module',
    name: 'weather',
    packageName: 'weather',
    version: '1.0.0',
    dir,
    manifest,
  });
}

describe('readWidgetProps', () => {
  it('returns the declared names and the text of each owner', () => {
    const own = `import type { JobView } from '@dps/contract';
      /** A place. */
      export interface Place { lat: number }
      ${declaring("'weather.forecast': { job: JobView; place?: Place }")}`;
    expect(read({})).toEqual({ widgets: {}, declared: [] });
    const copied = declaring("'tides.now': object; 'tides.next': { days: number }");
    expect(read({ 'weather.ts': own, 'tides.ts': copied })).toEqual({
      widgets: { weather: own, tides: copied },
      declared: ['tides.now', 'tides.next', 'weather.forecast'],
    });
  });

  it.each([
    ['code', `${FORECAST} export const days = 3;`],
    ['an import of the own module', `import type { Days } from '../days.ts'; ${FORECAST}`],
    ['an import of code', `import { money } from '@dps/contract'; ${FORECAST}`],
    ['a declaration of another module', "declare module 'react' { interface A { a: 1 } }"],
  ])('refuses %s, which other modules cannot copy', (_what, text) => {
    expect(() => read({ 'weather.ts': text })).toThrow(
      'src/widget-props/weather.ts has more than types of widgets',
    );
  });

  it.each([
    ['a widget of another module', { 'tides.ts': FORECAST }, 'tides.ts declares the widget weather.forecast'],
    [
      'an own widget that module.json does not list',
      { 'weather.ts': declaring("'weather.now': object") },
      'module.json does not list the widget weather.now',
    ],
  ])('refuses %s', (_what, files, problem) => {
    expect(() => read(files)).toThrow(problem);
  });
});
