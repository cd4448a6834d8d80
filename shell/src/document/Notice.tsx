import { styled } from '@dps/ui';

/** A short text and one action in the middle of the page. */
export const Notice = styled('div')({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  maxWidth: 560,
  isolation: 'isolate',
  margin: 'auto',
  padding: '96px 16px',
  textAlign: 'center',
  '& > button, & > a': { marginTop: 16 },
});
