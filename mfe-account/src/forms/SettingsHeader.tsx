import type { ReactNode } from 'react';
import { styled } from '@dps/ui';
import { PageHeader } from '@dps/ui/data';
import { NavLink } from '@dps/ui/router';

const PAGES = [
  ['/profile', 'Profile'],
  ['/security', 'Security'],
  ['/mail', 'Mail'],
  ['/your-data', 'Your Data'],
] as const;

const Tabs = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  marginBottom: 16,
  boxShadow: `inset 0 -1px ${theme.vars.palette.divider}`,
}));
const Tab = styled(NavLink)(({ theme }) => ({
  display: 'grid',
  alignItems: 'center',
  minHeight: 44,
  padding: '0 12px',
  color: theme.vars.palette.text.secondary,
  fontWeight: 550,
  textDecoration: 'none',
  '&:hover': { color: theme.vars.palette.text.primary },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
  '&[aria-current="page"]': {
    color: theme.vars.palette.text.primary,
    boxShadow: `inset 0 -2px ${theme.vars.palette.primary.main}`,
  },
}));

interface Props {
  title: string;
  subtitle: string;
  actions?: ReactNode;
}

/** The heading of a page of settings, with links to all of them that look like tabs. Each page has its own address. */
export function SettingsHeader(props: Props) {
  return (
    <>
      <PageHeader {...props} />
      <Tabs aria-label="Settings">
        {PAGES.map(([to, label]) => (
          <Tab key={to} to={to}>
            {label}
          </Tab>
        ))}
      </Tabs>
    </>
  );
}
