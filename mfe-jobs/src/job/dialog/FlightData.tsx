import { useRef, useState } from 'react';
import type { JobDetailView } from '@dps/contract';
import { Widget } from '@dps/contract/client';
import { Button, styled, Typography } from '@dps/ui';
import { texts } from '../../texts.ts';
import { DialogPart } from './DialogPart.tsx';

const Form = styled('div')({ marginBottom: 16 });

interface FlightDataProps {
  job: JobDetailView;
  /** The records to show; by default all that the job has. */
  records?: JobDetailView['flightData'];
  canAdd: boolean;
}

/** The newest flight records of a job; with `canAdd` also a button that opens the upload form. */
export function FlightData({ job, records = job.flightData, canAdd }: FlightDataProps) {
  const { id: jobId, flightData, flightDataCount } = job;
  const [adding, setAdding] = useState(false);
  const toggleButton = useRef<HTMLButtonElement>(null);
  const finish = () => {
    setAdding(false);
    toggleButton.current?.focus();
  };
  const discard = useRef<() => void>(null);
  const cancelOrOpen = () => {
    discard.current?.();
    setAdding(!adding);
  };
  const toggle = canAdd && (
    <Button ref={toggleButton} variant="outlined" aria-expanded={adding} onClick={cancelOrOpen}>
      {adding ? texts.job.cancel : texts.job.uploadData}
    </Button>
  );
  return (
    <DialogPart title={texts.job.flightData} action={toggle}>
      {adding && (
        <Form data-own-actions>
          <Widget name="flight-data.upload-form" props={{ jobId, onDone: finish, discard }} />
        </Form>
      )}
      {job.area && job.pilotId !== null && <Widget name="flight-data.coverage" props={{ jobId }} />}
      <Widget name="flight-data.record-list" props={{ records }} />
      {flightDataCount > flightData.length && (
        <Typography variant="caption" color="textSecondary">
          {texts.job.newestFlights(flightData.length, flightDataCount)}
        </Typography>
      )}
    </DialogPart>
  );
}
