import { readFileSync } from 'node:fs';
import path from 'node:path';
import { typeRules } from '../src/build.ts';
import { contractUse } from '../src/contract-types/contract-use.ts';
import { readPackage } from '../src/package-context.ts';
import { MANIFEST, sampleModule } from './sample-module.ts';

const guide = readFileSync(path.join(import.meta.dirname, '../../../docs/owning-a-module.md'), 'utf8');
const cleanUp: (() => void)[] = [];
afterAll(() => cleanUp.splice(0).forEach((remove) => remove()));

/** Returns the source of the guide with this path. */
function example(file: string): string {
  const block = guide.split('```tsx\n').find((each) => each.startsWith(`// ${file}\n`));
  if (block === undefined) throw new Error(`The guide has no example ${file}`);
  return block.slice(0, block.indexOf('```'));
}
const examples = (...files: string[]) => Object.fromEntries(files.map((file) => [file, example(file)]));
const widgets = JSON.parse(`[${/"widgets": \[(\{.*weather.*\})\]/.exec(guide)?.[1]}]`);

/** Writes a module. Returns its folder, and the part of contract.json that its sources determine. */
function write(manifest: object, files: Record<string, string>) {
  const changed = JSON.stringify({ ...JSON.parse(MANIFEST), ...manifest });
  const { dir, remove } = sampleModule({ 'module.json': changed, ...files });
  cleanUp.push(remove);
  const sources = Object.keys(files).filter((file) => file.endsWith('.tsx'));
  return { dir, ...contractUse(readPackage(dir), sources) };
}

it('[MODULE-30] types the widget of the guide for its owner and for its host', async () => {
  const own = examples('src/widget-props/weather.ts', 'src/Forecast.tsx', 'src/module.ts');
  const owner = write({ name: 'weather', widgets }, { ...own, 'src/widget-props/sample.ts': '' });
  expect(owner.use).toMatchObject({ provides: ['weather.forecast'], declared: ['weather.forecast'] });

  const copy = { 'src/widget-props/weather.ts': owner.widgets?.['weather'] ?? '' };
  const host = write({}, { ...copy, ...examples('src/JobWeather.tsx') });
  expect(host.use).toMatchObject({ shows: ['weather.forecast'], provides: ['sample.card'] });

  // One program for both, because TypeScript takes seconds for each.
  const { dir } = write(
    { name: 'weather', widgets },
    {
      ...own,
      ...examples('src/JobWeather.tsx'),
      'src/WeatherPage.tsx': 'export default function WeatherPage() { return <h1>Weather</h1>; }',
      'src/Wrong.tsx': example('src/JobWeather.tsx').replace('days: 5', "days: '5'"),
    },
  );
  const [{ problem } = { problem: '' }] = await typeRules(dir);
  expect(problem).toContain('Wrong.tsx');
  expect(problem.match(/error TS/g)).toHaveLength(1);
  expect(problem).toContain("Type 'string' is not assignable to type 'number'");
});
