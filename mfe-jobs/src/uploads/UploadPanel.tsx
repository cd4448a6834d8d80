import { useId } from 'react';
import { styled, Typography } from '@dps/ui';
import { texts } from '../texts.ts';
import { UploadList } from './UploadList.tsx';
import { useUploads } from './useUploads.ts';

const Place = styled('section')({ marginTop: 24 });

/** The files that are on their way to jobs, those that did not get there, and those that just did: job by job. */
export function UploadPanel() {
  const id = useId();
  const uploads = useUploads();
  const jobs = new Map(uploads.map(({ job }) => [job.id, job]));
  return [...jobs.values()].map((job) => (
    <Place key={job.id} aria-labelledby={`${id}-${job.id}`}>
      <UploadList
        uploads={uploads.filter((upload) => upload.job.id === job.id)}
        heading={
          <Typography id={`${id}-${job.id}`} variant="h3">
            {texts.uploads.of(job.title)}
          </Typography>
        }
      />
    </Place>
  ));
}
