import { useEffect, useState } from 'react';
import { retryReads } from '@dps/contract/guest';
import { Button, styled, Typography } from '@dps/ui';

/** The text of a load that takes longer is shown after this time. */
const SLOW_MS = 10_000;
const texts = {
  slow: 'This takes longer than usual. The server has not responded for 10 seconds.',
  repeated: 'Trying again...',
  retry: 'Retry',
} as const;

const Root = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  margin: '8px 0',
  textAlign: 'start',
});

/**
 * A part of a loading status: after 10 s, a sentence and Retry. Retry sends all reads again that have no response. If there are
 * none, a file of the product is missing, and the page loads again. `LoadingShape`, which modules bundle, finds it by its global name.
 */
export function SlowNotice() {
  const [state, setState] = useState<'usual' | 'slow' | 'repeated'>('usual');
  useEffect(() => {
    if (state === 'slow') return;
    const timer = setTimeout(() => setState('slow'), SLOW_MS);
    return () => clearTimeout(timer);
  }, [state]);
  if (state === 'usual') return null;
  const retry = () => {
    setState('repeated');
    if (!retryReads()) location.reload();
  };
  return (
    <Root>
      <Typography variant="body2">{texts[state]}</Typography>
      <Button variant="outlined" size="small" onClick={retry}>
        {texts.retry}
      </Button>
    </Root>
  );
}

Object.assign(globalThis, { dpsSlowNotice: SlowNotice });
