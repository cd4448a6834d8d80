import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { writeJson } from '@dps/contract';
import { isUserId } from '@dps/contract/server';
import {
  AccountAdministration,
  type AccountName,
  type AccountReport,
} from '../modules/administration/account-administration.ts';
import type { AuditEvent } from '../modules/administration/audit-event.entity.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: npm run admin -w @dps/api -- <command> (<username> | --id <number>) [--operator <name>]
  suspend       refuse sign-ins and end all sessions
  resume        accept sign-ins again
  end-sessions  end all sessions
  remove-second-factor
                let the user sign in with the password alone
  confirm-email confirm the current address, if no mail reaches the user
  show          print the account, its sessions and its recent audit events
The operator's name in the audit trail is by default the name of the system's user.`;

function nameOf(username: string | undefined, id: string | undefined): AccountName {
  if (username !== undefined && id === undefined) return { username };
  if (username === undefined && id !== undefined && isUserId(id)) return { id: Number(id) };
  throw new Error(USAGE);
}

function eventLine({ at, actor, action, subject, before, after }: AuditEvent): string {
  const change = [before, after].flatMap((values) => (values ? [writeJson(values)] : [])).join(' → ');
  return `  ${at.toISOString()}  ${actor}  ${action}  ${subject}  ${change}`;
}

function reportText({ account, sessions, events }: AccountReport): string {
  const { id, username, name, email, role, createdAt, suspendedAt } = account;
  const state = suspendedAt ? `suspended since ${suspendedAt.toISOString()}` : 'active';
  return [
    `${username} (id ${id}), ${role}, ${state}`,
    `  ${name}, ${email}, created ${createdAt.toISOString()}`,
    `${sessions.length} sessions`,
    ...sessions.map(
      ({ createdAt: opened, lastSeenAt }) =>
        `  opened ${opened.toISOString()}, last used ${lastSeenAt.toISOString()}`,
    ),
    `${events.length} recent audit events`,
    ...events.map(eventLine),
  ].join('\n');
}

async function run(
  administration: AccountAdministration,
  command: string,
  name: AccountName,
): Promise<string> {
  const who = 'id' in name ? `the account ${name.id}` : name.username;
  switch (command) {
    case 'suspend':
      return `Suspended ${who}. Ended sessions: ${await administration.suspend(name)}.`;
    case 'resume':
      await administration.resume(name);
      return `Resumed ${who}.`;
    case 'end-sessions':
      return `Ended sessions of ${who}: ${await administration.endSessions(name)}.`;
    case 'remove-second-factor':
      await administration.removeSecondFactor(name);
      return `Removed the second factor of ${who}.`;
    case 'confirm-email':
      await administration.confirmEmail(name);
      return `Confirmed the address of ${who}.`;
    case 'show':
      return reportText(await administration.show(name));
    default:
      throw new Error(USAGE);
  }
}

await runCommand(() => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { id: { type: 'string' }, operator: { type: 'string', default: userInfo().username } },
  });
  const [command = '', username, ...more] = positionals;
  if (more.length > 0) throw new Error(USAGE);
  const name = nameOf(username, values.id);
  return (dataSource) => run(new AccountAdministration(dataSource, values.operator), command, name);
});
