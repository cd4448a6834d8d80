import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { ContourLines } from '../ornament/ContourLines.tsx';

const Root = styled('div')({
  position: 'relative',
  overflow: 'hidden',
  padding: '0 24px 40px',
  textAlign: 'center',
});
const Ornament = styled('div')({
  // Above the text: lines behind letters are hard to read.
  height: 88,
  margin: '0 -24px 16px',
});
const Content = styled('div')({
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
      <Content>
        <Typography variant="h3" component="p">
          {title}
        </Typography>
        {text && <Typography color="textSecondary">{text}</Typography>}
        {action && <Action>{action}</Action>}
      </Content>
    </Root>
  );
}
