import type { DemoAccount } from '@dps/contract';
import { Button, MONO_FAMILY, styled, Typography } from '@dps/ui';
import { Literal } from '@dps/ui/literal';
import { texts } from '../texts.ts';

const Section = styled('section')(({ theme }) => ({
  marginTop: 24,
  paddingTop: 20,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}));
const List = styled('ul')({ listStyle: 'none', margin: '8px 0 0', padding: 0, display: 'grid', gap: 12 });
const Account = styled('li')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
});
const Credentials = styled('p')(({ theme }) => ({
  margin: 0,
  fontFamily: MONO_FAMILY,
  fontSize: theme.typography.caption.fontSize,
  color: theme.vars.palette.text.secondary,
  overflowWrap: 'anywhere',
}));

interface Props {
  accounts: readonly DemoAccount[];
  onUse: (account: DemoAccount) => void;
}

/** The demo accounts, each with a button that fills in the form. */
export function DemoAccounts({ accounts, onUse }: Props) {
  const { demo } = texts;
  return (
    <Section aria-labelledby="demo-accounts">
      <Typography variant="h3" component="h2" id="demo-accounts">
        {demo.title}
      </Typography>
      <List>
        {accounts.map((account) => (
          <Account key={account.username}>
            <div>
              <Typography>{demo.roles[account.role]}</Typography>
              <Credentials>
                <Literal>{`${account.username} / ${account.password}`}</Literal>
              </Credentials>
            </div>
            <Button variant="outlined" size="small" onClick={() => onUse(account)}>
              {demo.use[account.role]}
            </Button>
          </Account>
        ))}
      </List>
    </Section>
  );
}
