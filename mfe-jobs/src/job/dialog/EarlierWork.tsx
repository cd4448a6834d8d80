import type { JobDetailView } from '@dps/contract';
import { Widget } from '@dps/contract/client';
import { styled } from '@dps/ui';
import { DeliveredFiles } from '@dps/ui/delivered-files';
import { deliverablesApi } from '../../deliverables/deliverables-api.ts';
import { texts } from '../../texts.ts';
import { DialogPart } from './DialogPart.tsx';

const Parts = styled('div')({ '& > ul + ul': { marginTop: 12 } });

/** The flights and deliverables of pilots whose assignments have ended, for the client. Null without such work. */
export function EarlierWork({ job }: { job: JobDetailView }) {
  const { id, pilotId, flightData } = job;
  const { data = [], refetch } = deliverablesApi.deliverables.useQuery(id);
  const records = flightData.filter((record) => record.pilotId !== pilotId);
  const files = data.filter(({ uploadedBy, completedAt }) => uploadedBy !== pilotId && completedAt !== null);
  if (records.length === 0 && files.length === 0) return null;
  return (
    <DialogPart title={texts.job.earlierWork}>
      <Parts>
        {files.length > 0 && <DeliveredFiles query={{ data: files, refetch }} />}
        {records.length > 0 && <Widget name="flight-data.record-list" props={{ records }} />}
      </Parts>
    </DialogPart>
  );
}
