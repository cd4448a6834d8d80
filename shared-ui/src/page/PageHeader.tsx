import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';

const Header = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: 16,
  marginBottom: 24,
});
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

/** The heading of a page with its subtitle and actions. The heading receives the focus after navigation. */
export function PageHeader({
  title,
  subtitle,
  actions,
}: {
  title: string;
  subtitle?: string;
  actions?: ReactNode;
}) {
  return (
    <Header>
      <div>
        <Typography variant="h1" tabIndex={-1}>
          {title}
        </Typography>
        {subtitle && <Typography color="textSecondary">{subtitle}</Typography>}
      </div>
      {actions && <Actions>{actions}</Actions>}
    </Header>
  );
}
