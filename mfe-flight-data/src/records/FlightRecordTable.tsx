import type { ReactNode } from 'react';
import { formatInstantDay, measuredValues, type FlightRecordView } from '@dps/contract';
import { Button, Icon, IconButton, icons, Stack, styled } from '@dps/ui';
import { Sourced } from '@dps/ui/sourced';
import { DataTable, Tooltip, type Column } from '@dps/ui/data';
import { NotEvidenceBadge } from '../evidence/EvidenceBadges.tsx';
import { LogStateBadge } from '../evidence/UploadedLog.tsx';
import { texts } from '../texts.ts';
import { formatMinutes } from './flight-totals.ts';

const { missing, table } = texts;

/** The day of the upload, and below it the day of the flight if its log has a time. */
function RecordDay({ record: { createdAt, evidence, log } }: { record: FlightRecordView }) {
  const day = formatInstantDay(createdAt);
  const flown = evidence?.figures.startedAt;
  return (
    <>
      {flown ? (
        <Sourced value={day} source={texts.record.flownOn(formatInstantDay(flown))} />
      ) : (
        <span>{day}</span>
      )}
      {evidence && <NotEvidenceBadge evidence={evidence} />}
      <LogStateBadge log={log} />
    </>
  );
}

/** The resolution of a record, and below it the one that follows from height and camera. */
function Resolution({ record: { resolution, evidence } }: { record: FlightRecordView }) {
  const shown = resolution || missing.resolution;
  const computed = evidence && measuredValues(evidence).resolution;
  if (!computed) return <span>{shown}</span>;
  return <Sourced value={shown} source={texts.record.computed(computed === resolution ? null : computed)} />;
}

const FACTS: Column<FlightRecordView>[] = [
  { key: 'date', header: table.date, cell: (record) => <RecordDay record={record} /> },
  {
    key: 'coverageArea',
    header: table.coverageArea,
    cell: ({ coverageArea }) => coverageArea || missing.coverageArea,
  },
  {
    key: 'duration',
    header: table.duration,
    cell: ({ duration }) => formatMinutes(duration),
    align: 'right',
  },
  {
    key: 'altitude',
    header: table.altitude,
    cell: ({ altitude }) => altitude || missing.altitude,
    align: 'right',
  },
  {
    key: 'resolution',
    header: table.resolution,
    cell: (record) => <Resolution record={record} />,
    align: 'right',
  },
];

const JobTitle = styled('div')(({ theme }) => ({
  maxWidth: 240,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  fontFamily: theme.typography.fontFamily,
  fontSize: theme.typography.caption.fontSize,
  fontWeight: 400,
  color: theme.vars.palette.text.secondary,
}));

interface Props {
  records: readonly FlightRecordView[];
  /** Returns the title of the job of a record. */
  jobOf: (record: FlightRecordView) => string;
  empty: ReactNode;
  onView: (record: FlightRecordView) => void;
  onDownload: (record: FlightRecordView) => void;
}

/** The pilot's flight records, newest first. */
export function FlightRecordTable({ records, jobOf, empty, onView, onDownload }: Props) {
  const number: Column<FlightRecordView> = {
    key: 'flightNumber',
    header: table.flightNumber,
    cell: (record) => (
      <>
        <span>{record.flightNumber}</span>
        <JobTitle dir="auto" title={jobOf(record)}>
          {jobOf(record)}
        </JobTitle>
      </>
    ),
    mono: true,
    primary: true,
  };
  const actions: Column<FlightRecordView> = {
    key: 'actions',
    header: table.actions,
    cell: (record) => (
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
        <Tooltip title={table.download(record.flightNumber)}>
          <IconButton
            size="small"
            aria-label={table.download(record.flightNumber)}
            onClick={() => onDownload(record)}
          >
            <Icon path={icons.download} />
          </IconButton>
        </Tooltip>
        <Button
          size="small"
          aria-label={table.viewRecord(record.flightNumber)}
          onClick={() => onView(record)}
        >
          {table.view}
        </Button>
      </Stack>
    ),
  };
  return (
    <DataTable
      label={table.title}
      columns={[number, ...FACTS, actions]}
      rows={records}
      rowKey={({ id }) => id}
      empty={empty}
    />
  );
}
