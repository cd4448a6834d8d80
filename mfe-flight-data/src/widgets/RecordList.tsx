import { formatInstantDay, measuredValues, type FlightRecordView } from '@dps/contract';
import type { WidgetProps } from '@dps/contract/client';
import { ButtonLink, Stack, styled, Typography } from '@dps/ui';
import { Literal } from '@dps/ui/literal';
import { EvidencePart } from '../evidence/EvidencePart.tsx';
import { formatMinutes } from '../records/flight-totals.ts';
import { texts } from '../texts.ts';

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  '& > li': { padding: '10px 12px' },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}));
const EvidenceBelow = styled('div')({ marginTop: 12 });
const ReportLink = styled(ButtonLink)({ marginTop: 12 });
const Notes = styled(Typography)({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' });

function Flight({ record }: { record: FlightRecordView }) {
  const { flightNumber, duration, altitude, coverageArea, resolution, notes, createdAt } = record;
  const flown = record.evidence?.figures.startedAt;
  const computed = record.evidence && measuredValues(record.evidence).resolution;
  const facts = [
    flown && texts.record.flownOn(formatInstantDay(flown)),
    altitude,
    coverageArea,
    resolution,
    computed && computed !== resolution && texts.record.computed(computed),
  ].filter(Boolean);
  return (
    <li>
      <Stack
        direction="row"
        spacing={3}
        sx={{ flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'baseline' }}
      >
        <Typography sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>
          <Literal>{flightNumber}</Literal>
        </Typography>
        <Typography color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
          {`${formatMinutes(duration)} · ${formatInstantDay(createdAt)}`}
        </Typography>
      </Stack>
      {facts.length > 0 && <Typography color="textSecondary">{facts.join(' · ')}</Typography>}
      {notes && <Notes dir="auto">{notes}</Notes>}
      {(record.log ?? record.evidence) && (
        <EvidenceBelow>
          <EvidencePart record={record} />
        </EvidenceBelow>
      )}
    </li>
  );
}

/** The flight records in the dialog of a job. */
export default function RecordList({ records }: WidgetProps['flight-data.record-list']) {
  if (records.length === 0) return <Typography color="textSecondary">{texts.list.empty}</Typography>;
  return (
    <>
      <List aria-label={texts.list.label}>
        {records.map((record) => (
          <Flight key={record.id} record={record} />
        ))}
      </List>
      <ReportLink to={`/flight-data?report=${records[0]?.jobId}`} variant="outlined" size="small">
        {texts.list.report}
      </ReportLink>
    </>
  );
}
