import type { ReactNode } from 'react';
import { formatInstantDay, type FlightRecordView } from '@dps/contract';
import { useMyJobs } from '@dps/contract/client';
import { Button, Icon, icons, Stack, styled } from '@dps/ui';
import { Modal } from '@dps/ui/data';
import { EvidencePart } from '../evidence/EvidencePart.tsx';
import { texts } from '../texts.ts';
import { formatMinutes } from './flight-totals.ts';

const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(180px, 100%), 1fr))',
  gap: '16px 24px',
  margin: 0,
  '& dt': { fontSize: theme.typography.caption.fontSize, color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
}));
const Wide = styled('div')({ gridColumn: '1 / -1', '& dd': { whiteSpace: 'pre-line' } });

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The figures of a record without a log. If there is a log, its evidence shows them. */
function TypedFacts({ record }: { record: FlightRecordView }) {
  const { missing, table } = texts;
  return (
    <>
      <Fact name={table.duration}>{formatMinutes(record.duration)}</Fact>
      <Fact name={table.altitude}>{record.altitude || missing.altitude}</Fact>
      <Fact name={table.coverageArea}>{record.coverageArea || missing.coverageArea}</Fact>
      <Fact name={table.resolution}>{record.resolution || missing.resolution}</Fact>
    </>
  );
}

interface Props {
  record: FlightRecordView;
  onDownload: (record: FlightRecordView) => void;
  onClose: () => void;
}

/** All fields of a flight record, with its evidence. */
export function FlightRecordDialog({ record, onDownload, onClose }: Props) {
  const { data: jobs } = useMyJobs();
  const job = jobs?.find(({ id }) => id === record.jobId);
  const flown = record.evidence?.figures.startedAt;
  const { missing, table } = texts;
  return (
    <Modal
      title={texts.record.title(record.flightNumber)}
      onClose={onClose}
      actions={
        <Button
          variant="outlined"
          startIcon={<Icon path={icons.download} />}
          onClick={() => onDownload(record)}
        >
          {texts.record.download}
        </Button>
      }
    >
      <Stack spacing={5}>
        <Facts>
          <Wide>
            <dt>{texts.record.job}</dt>
            <dd>{job ? `${job.title} - ${job.location}` : table.jobNumber(record.jobId)}</dd>
          </Wide>
          <Fact name={table.date}>{formatInstantDay(record.createdAt)}</Fact>
          {flown && <Fact name={texts.record.flown}>{formatInstantDay(flown)}</Fact>}
          {!record.evidence && <TypedFacts record={record} />}
          <Wide>
            <dt>{texts.record.notes}</dt>
            <dd dir="auto">{record.notes || missing.notes}</dd>
          </Wide>
        </Facts>
        <EvidencePart record={record} trackAtOnce />
      </Stack>
    </Modal>
  );
}
