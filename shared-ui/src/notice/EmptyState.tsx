import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { ContourLines } from '../ornament/ContourLines.tsx';

const Root = styled('div')({
  position: 'relative',
  overflow: 'hidden',
  padding: '48px 24px',
  textAlign: 'center',
});
const Ornament = styled('div')({
  position: 'absolute',
  inset: 0,
  maskImage: 'linear-gradient(to bottom, rgb(0 0 0 / 0.9), rgb(0 0 0 / 0.25))',
});
const Words = styled('div')({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 4,
  maxWidth: 440,
  margin: '0 auto',
});
const Action = styled('div')({ marginTop: 16 });

/** Content of an empty page or list: its purpose and the next step. */
export function EmptyState({ title, text, action }: { title: string; text?: string; action?: ReactNode }) {
  return (
    <Root>
      <Ornament>
        <ContourLines />
      </Ornament>
      <Words>
        <Typography variant="h3" component="p">
          {title}
        </Typography>
        {text && <Typography color="textSecondary">{text}</Typography>}
        {action && <Action>{action}</Action>}
      </Words>
    </Root>
  );
}
