import { styled } from '@dps/ui';

/** One message of the bar, with its actions. */
export const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  padding: '6px 0',
});
export const TextColumn = styled('div')({ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' });
