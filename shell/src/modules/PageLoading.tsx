import { CircularProgress, Stack } from '@dps/ui';
import { texts } from '../texts/first-load.ts';

/** A spinner while a page loads, with the route's loading text, if it has one. */
export function PageLoading({ text }: { text?: string | undefined }) {
  return (
    <Stack role="status" sx={{ alignItems: 'center', gap: 2, p: 8 }}>
      <CircularProgress aria-label={text ?? texts.loading} />
      {text}
    </Stack>
  );
}
