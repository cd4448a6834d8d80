import { styled } from '@dps/shared-contracts/ui';

/** A few words and one action in the middle of the page. */
export const Notice = styled('div')({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 8,
  maxWidth: 520,
  margin: 'auto',
  padding: '64px 16px',
  textAlign: 'center',
  '& > button, & > a': { marginTop: 16 },
});
