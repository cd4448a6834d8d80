import { useId, type ReactNode } from 'react';
import { styled, Typography } from '@dps/ui';

const Part = styled('section')(({ theme }) => ({
  '* + &': { marginTop: 20, paddingTop: 16, borderTop: `1px solid ${theme.vars.palette.divider}` },
}));
const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  minHeight: 36,
  marginBottom: 8,
});

/** A section of a dialog with a heading. */
export function DialogPart(props: { title: string; action?: ReactNode; children: ReactNode }) {
  const { title, action, children } = props;
  const id = useId();
  return (
    <Part aria-labelledby={id}>
      <Head>
        <Typography id={id} variant="h3">
          {title}
        </Typography>
        {action}
      </Head>
      {children}
    </Part>
  );
}
