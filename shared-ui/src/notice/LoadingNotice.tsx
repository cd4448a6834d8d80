import { styled } from '@mui/material/styles';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';

const Root = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 12,
  padding: 32,
});

/** A spinner with a label. */
export function LoadingNotice({ text }: { text: string }) {
  return (
    <Root role="status">
      <CircularProgress size="1.25rem" aria-label={text} />
      <Typography color="textSecondary">{text}</Typography>
    </Root>
  );
}
