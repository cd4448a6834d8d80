import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { ShareAdministration } from '../modules/payments/transfers/share-administration.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: npm run shares -w @dps/api -- list | repeat <username> | explain <username> [--operator <name>]
  list     print the failed transfers and payouts of pilots
  repeat   repeat those of a pilot
  explain  print the account of a pilot at the provider, its balances, transfers and payouts
The operator's name in the audit trail is by default the name of the system's user.`;

async function run(
  shares: ShareAdministration,
  command: string,
  username: string | undefined,
): Promise<string> {
  if (command === 'list' && username === undefined) {
    const lines = await shares.list();
    return lines.length === 0 ? 'No transfer or payout has failed.' : lines.join('\n');
  }
  if (username === undefined) throw new Error(USAGE);
  if (command === 'repeat') return `Repeated transfers and payouts: ${await shares.repeat(username)}.`;
  if (command === 'explain') return (await shares.explain(username)).join('\n');
  throw new Error(USAGE);
}

await runCommand(() => {
  const options = { operator: { type: 'string', default: userInfo().username } } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [command = '', username, ...more] = positionals;
  if (more.length > 0) throw new Error(USAGE);
  return (dataSource) => run(new ShareAdministration(dataSource, values.operator), command, username);
});
