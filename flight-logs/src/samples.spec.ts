import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { measuredValues } from '@dps/contract';
import { logFile } from './testing/flight-logs.ts';
import { readFlightLog } from './read-flight-log.ts';

const SAMPLES = path.join(import.meta.dirname, '../samples');
const names = readdirSync(SAMPLES).filter((name) => !name.endsWith('.md'));

it.each(names)('the sample %s is the log of the same survey', async (name) => {
  const content = new Uint8Array(readFileSync(path.join(SAMPLES, name)));
  const evidence = await readFlightLog(logFile(content, name), () => {});
  const survey = { duration: 5, altitude: '380 ft', coverageArea: '9.5 acres' };
  expect(measuredValues(evidence)).toMatchObject(survey);
});
