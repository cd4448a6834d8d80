import { Button, Typography } from '@dps/shared-contracts/ui';
import { SlimFrame } from '../frame/SlimFrame.tsx';
import { Notice } from '../routing/Notice.tsx';
import { texts } from '../texts.ts';

/** When the shell itself failed. */
export function CrashPage() {
  return (
    <SlimFrame>
      <Notice role="alert">
        <Typography variant="h1">{texts.crash.title}</Typography>
        <Typography color="textSecondary">{texts.crash.text}</Typography>
        <Button variant="contained" onClick={() => globalThis.location.reload()}>
          {texts.crash.reload}
        </Button>
      </Notice>
    </SlimFrame>
  );
}
