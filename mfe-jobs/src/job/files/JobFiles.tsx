import type { ReactNode } from 'react';
import type { JobDetailView } from '@dps/shared-contracts';
import { Typography } from '@dps/ui';
import { texts } from '../../texts.ts';
import { UploadList } from '../../uploads/UploadList.tsx';
import { useUploads } from '../../uploads/useUploads.ts';
import { FileList } from './FileList.tsx';

/** The files of a job: those that are attached, then those that are on their way or did not get there. */
export function JobFiles({ job, empty }: { job: JobDetailView; empty: ReactNode }) {
  const open = useUploads(job.id).filter(({ state }) => state !== 'done');
  return (
    <>
      <FileList files={job.attachments} empty={open.length === 0 && empty} />
      {open.length > 0 && (
        <UploadList
          uploads={open}
          heading={<Typography variant="subtitle2">{texts.uploads.open}</Typography>}
        />
      )}
    </>
  );
}
