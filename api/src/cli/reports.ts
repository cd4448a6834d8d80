import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import type { DataSource } from 'typeorm';
import { isUserId } from '@dps/contract/server';
import { AbuseReportAdministration } from '../modules/abuse-reports/abuse-report-administration.ts';
import { withFileContents } from '../modules/job-files/content/command-contents.ts';
import { readStoresConfig } from '../platform/config/config.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: npm run reports -w @dps/api -- list | files <number> --to <folder> | close <number> [--operator <name>]
  list   print the open reports of messages, questions and answers
  files  write the files of a reported message to a new folder
  close  close a report, after a decision about it
The operator's name in the audit trail is by default the name of the system's user.`;

async function list(reports: AbuseReportAdministration): Promise<string> {
  const lines = await reports.list();
  return lines.length === 0 ? 'No report is open.' : lines.join('\n');
}

async function saveFiles(
  reports: AbuseReportAdministration,
  database: DataSource,
  id: number,
  folder: string,
): Promise<string> {
  const paths = await withFileContents(database, readStoresConfig(process.env), (contents) =>
    reports.saveFiles(id, folder, contents),
  );
  return ['Wrote the files of users. Open them only in an isolated viewer:', ...paths].join('\n');
}

async function close(reports: AbuseReportAdministration, id: number): Promise<string> {
  await reports.close(id);
  return `Closed the report ${id}.`;
}

await runCommand(() => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, operator: { type: 'string', default: userInfo().username } },
  });
  const { to, operator } = values;
  const [command = '', number, ...more] = positionals;
  const id = number !== undefined && isUserId(number) ? Number(number) : null;
  const isList = command === 'list' && number === undefined && to === undefined;
  const isClose = command === 'close' && to === undefined;
  const isFiles = command === 'files' && to !== undefined && to !== '';
  if (more.length > 0 || !(isList || (id !== null && (isClose || isFiles)))) throw new Error(USAGE);
  return (database) => {
    const reports = new AbuseReportAdministration(database, operator);
    if (id === null) return list(reports);
    return to === undefined ? close(reports, id) : saveFiles(reports, database, id, to);
  };
});
