import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { isUserId } from '@dps/contract/server';
import { AbuseReportAdministration } from '../modules/abuse-reports/abuse-report-administration.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: npm run reports -w @dps/api -- list | close <number> [--operator <name>]
  list   print the open reports of messages, questions and answers
  close  close a report, after a decision about it
The operator's name in the audit trail is by default the name of the system's user.`;

async function list(reports: AbuseReportAdministration): Promise<string> {
  const lines = await reports.list();
  return lines.length === 0 ? 'No report is open.' : lines.join('\n');
}

async function close(reports: AbuseReportAdministration, id: number): Promise<string> {
  await reports.close(id);
  return `Closed the report ${id}.`;
}

await runCommand(() => {
  const options = { operator: { type: 'string', default: userInfo().username } } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [command = '', number, ...more] = positionals;
  const isList = command === 'list' && number === undefined;
  const isClose = command === 'close' && number !== undefined && isUserId(number);
  if (more.length > 0 || !(isList || isClose)) throw new Error(USAGE);
  return (dataSource) => {
    const reports = new AbuseReportAdministration(dataSource, values.operator);
    return isClose ? close(reports, Number(number)) : list(reports);
  };
});
