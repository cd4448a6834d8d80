import type { ChangeEvent } from 'react';
import { coreApi, errorText, readDeployment, useSession } from '@dps/contract/client';
import { styled } from '@dps/ui';
import { toast } from '@dps/ui/toast';
import { texts } from './texts.ts';

const SIGNED_OUT = '';

const Choice = styled('select')(({ theme }) => ({
  minWidth: 0,
  height: 32,
  maxWidth: 160,
  padding: '0 8px',
  font: 'inherit',
  fontSize: theme.typography.body2.fontSize,
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.outline}`,
  borderRadius: theme.vars.shape.borderRadius,
}));

/** Changes the account through the real API, and then reloads the page, as the product does. */
function useAccountSwitch() {
  const [signIn, { isLoading: isSigningIn }] = coreApi.useCoreLoginMutation();
  const [signOut, { isLoading: isSigningOut }] = coreApi.useCoreLogoutMutation();
  const accounts = readDeployment().demoAccounts;
  const choose = async (username: string) => {
    const account = accounts.find((each) => each.username === username);
    const { error } = account
      ? await signIn({ username: account.username, password: account.password })
      : await signOut();
    if (!error) location.reload();
    else toast({ title: errorText(error, texts.account.failed), look: 'destructive' });
  };
  return { accounts, choose, isBusy: isSigningIn || isSigningOut };
}

/** Shows the signed-in user, and offers the demo accounts. */
export function AccountSwitch() {
  const session = useSession();
  const { accounts, choose, isBusy } = useAccountSwitch();
  const user = session.state === 'signed-in' ? session.user : undefined;
  const isOther = user && accounts.every(({ username }) => username !== user.username);
  return (
    <Choice
      aria-label={texts.account.label}
      value={user?.username ?? SIGNED_OUT}
      disabled={isBusy || session.state === 'loading'}
      onChange={(event: ChangeEvent<HTMLSelectElement>) => void choose(event.target.value)}
    >
      <option value={SIGNED_OUT}>{texts.account.signedOut}</option>
      {accounts.map(({ username }) => (
        <option key={username} value={username}>
          {username}
        </option>
      ))}
      {isOther && <option value={user.username}>{user.username}</option>}
    </Choice>
  );
}
