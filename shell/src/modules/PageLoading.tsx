import { CircularProgress, Stack, Typography } from '@dps/shared-contracts/ui';
import { moduleTexts } from './texts.ts';

/** A spinner while a page loads, with the route's own text where it has one. */
export function PageLoading({ text }: { text?: string | undefined }) {
  return (
    <Stack role="status" spacing={2} sx={{ alignItems: 'center', p: 8 }}>
      <CircularProgress {...(text ? { 'aria-hidden': true } : { 'aria-label': moduleTexts.loading })} />
      {text && <Typography color="textSecondary">{text}</Typography>}
    </Stack>
  );
}
