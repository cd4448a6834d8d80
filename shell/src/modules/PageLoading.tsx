import { CircularProgress, Stack } from '@dps/shared-contracts/ui';
import { moduleTexts } from './texts.ts';

/** While a page is on its way. */
export function PageLoading() {
  return (
    <Stack role="status" sx={{ alignItems: 'center', p: 8 }}>
      <CircularProgress aria-label={moduleTexts.loading} />
    </Stack>
  );
}
