import type { ReactNode } from 'react';
import type { JobDetailView } from '@dps/contract';
import { Typography } from '@dps/ui';
import { texts } from '../../texts.ts';
import { UploadList } from '../../uploads/UploadList.tsx';
import { useUploads } from '../../uploads/useUploads.ts';
import { FileList } from './FileList.tsx';

/** The files of a job: its attachments, then its running and failed uploads. */
export function JobFiles({ job, empty }: { job: JobDetailView; empty: ReactNode }) {
  const unfinished = useUploads('attachment', job.id).filter(({ state }) => state !== 'done');
  return (
    <>
      <FileList files={job.attachments} empty={unfinished.length === 0 && empty} />
      {unfinished.length > 0 && (
        <UploadList
          uploads={unfinished}
          heading={<Typography variant="subtitle2">{texts.uploads.open}</Typography>}
        />
      )}
    </>
  );
}
