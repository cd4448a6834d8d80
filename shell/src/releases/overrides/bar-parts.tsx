import { styled } from '@dps/ui';

/** One thing that the bar says, and what can be done about it. */
export const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  padding: '6px 0',
});
export const Words = styled('div')({ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' });
