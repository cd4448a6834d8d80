import { useId, type ReactNode } from 'react';
import { styled, Typography } from '@dps/ui';
import { Card } from '@dps/ui/data';

const Root = styled(Card)({ marginBottom: 24 });
const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: '4px 16px',
  padding: '16px 16px 8px',
});

/** Content of a card that is not a table. */
export const Inset = styled('div')({ padding: '0 16px 16px' });

interface SectionProps {
  title: string;
  about?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of the page with a heading. */
export function Section({ title, about, actions, children }: SectionProps) {
  const id = useId();
  return (
    <Root role="region" aria-labelledby={id}>
      <Head>
        <div>
          <Typography variant="h2" id={id}>
            {title}
          </Typography>
          {about && <Typography color="textSecondary">{about}</Typography>}
        </div>
        {actions}
      </Head>
      {children}
    </Root>
  );
}
