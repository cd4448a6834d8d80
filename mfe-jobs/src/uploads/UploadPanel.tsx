import { useId } from 'react';
import { styled, Typography } from '@dps/ui';
import { uploadTexts } from '../texts/uploads.ts';
import { UploadList } from './UploadList.tsx';
import { useUploads } from './useUploads.ts';

const Place = styled('section')({ marginTop: 24 });

/** The uploads of the user, grouped by job: running, failed and just finished. */
export function UploadPanel() {
  const id = useId();
  const uploads = useUploads('attachment');
  const jobs = new Map(uploads.map(({ job }) => [job.id, job]));
  return [...jobs.values()].map((job) => (
    <Place key={job.id} aria-labelledby={`${id}-${job.id}`}>
      <UploadList
        uploads={uploads.filter((upload) => upload.job.id === job.id)}
        heading={
          <Typography id={`${id}-${job.id}`} variant="h3">
            {uploadTexts.of(job.title)}
          </Typography>
        }
      />
    </Place>
  ));
}
