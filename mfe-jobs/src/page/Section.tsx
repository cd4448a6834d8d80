import type { ReactNode, Ref } from 'react';
import { useId } from 'react';
import { styled, Typography } from '@dps/ui';
import { Card } from '@dps/ui/data';

/** A bordered surface. It clips instead of hiding, so that a table's header sticks to the page and not to the panel. */
export const Panel = styled(Card)({ overflow: 'clip' });
const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  padding: '16px 16px 12px',
});

export interface SectionProps {
  title: string;
  /** A filter or a button next to the heading. */
  actions?: ReactNode;
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/** A panel with a heading: a region with the heading's name. */
export function Section({ title, actions, children, ref }: SectionProps) {
  const id = useId();
  return (
    <Panel role="region" aria-labelledby={id} {...(ref && { ref })}>
      <Head>
        <Typography id={id} variant="h2">
          {title}
        </Typography>
        {actions}
      </Head>
      {children}
    </Panel>
  );
}
