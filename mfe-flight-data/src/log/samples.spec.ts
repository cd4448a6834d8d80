import { readFileSync } from 'node:fs';
import path from 'node:path';
import { measuredValues } from '@dps/contract';
import { SAMPLES, logFile } from '../testing/flight-logs.ts';
import { readFlightLog } from './read-flight-log.ts';

const read = (name: string) => readFileSync(path.join(import.meta.dirname, '../../samples', name));

/** Ignores the formatting of JSON. */
const contentOf = (name: string, text: string): unknown => (name.endsWith('json') ? JSON.parse(text) : text);

describe('the sample logs', () => {
  it.each(Object.entries(SAMPLES))('%s contains the generated survey', async (name, content) => {
    expect(contentOf(name, read(name).toString())).toEqual(contentOf(name, content()));
    const { evidence } = await readFlightLog(logFile(new Uint8Array(read(name)), name), () => {});
    expect(measuredValues(evidence)).toMatchObject({
      duration: 5,
      altitude: '380 ft',
      coverageArea: '9.5 acres',
    });
  });
});
