import { Suspense } from 'react';
import { Stack, Typography } from '@dps/ui';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { texts } from '../texts.ts';
import { LogCamera } from './LogCamera.tsx';
import { LogField } from './LogField.tsx';
import type { UploadLog } from './useUploadLog.ts';

const FlightDrawing = onDemand(() => import('../evidence/FlightDrawing.tsx'));

/** The log of an upload form, with a drawing of its flight. */
export function LogPart({ log, busy }: { log: UploadLog; busy: boolean }) {
  const { chosen, evidence, skipped, setCamera } = log;
  return (
    <Stack spacing={4}>
      <LogField chosen={chosen} disabled={busy} />
      {evidence && (
        <>
          {skipped > 0 && (
            <Typography color="textSecondary">
              {texts.log.skipped(skipped.toLocaleString('en-US'))}
            </Typography>
          )}
          <Suspense fallback={<LoadingShape text={texts.evidence.loading} shape="cards" count={1} />}>
            <FlightDrawing evidence={evidence} track={evidence.track} />
          </Suspense>
          <LogCamera camera={evidence.camera} onChange={setCamera} disabled={busy} />
        </>
      )}
    </Stack>
  );
}
