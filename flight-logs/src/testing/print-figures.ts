import { readFlightLog } from '../read-flight-log.ts';
import { bytesOf, logFile } from './flight-logs.ts';

// Prints what the reader finds in a log, as JSON. The zone of a process is fixed at its start, so a test starts one for each zone.
const [name, content] = process.argv.slice(2);
if (name === undefined || content === undefined) throw new Error('Usage: print-figures <name> <content>');

const evidence = await readFlightLog(logFile(bytesOf(content), name), () => {});
const { startedAt, durationSeconds } = evidence.figures;
process.stdout.write(JSON.stringify({ startedAt, durationSeconds }));
