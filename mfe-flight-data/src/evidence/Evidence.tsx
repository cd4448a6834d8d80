import {
  isLogFormat,
  MEASURED_FIELDS,
  measuredValues,
  SURVEY_CAMERAS,
  type FlightEvidenceView,
  type FlightRecordView,
  type MeasuredField,
} from '@dps/contract';
import { Icon, IconButton, icons, Stack, styled, Typography } from '@dps/ui';
import { ToneBadge, Tooltip } from '@dps/ui/data';
import { formatMinutes } from '../records/flight-totals.ts';
import { texts } from '../texts.ts';
import { formatCount, formatDistance, formatInstant } from './evidence-format.ts';
import { HeightLimit } from './FlightDrawing.tsx';
import { StoredTrack } from './StoredTrack.tsx';

const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(125px, 100%), 1fr))',
  gap: '12px 16px',
  margin: 0,
  '& dt': { fontSize: theme.typography.caption.fontSize, color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
}));

interface Props {
  record: FlightRecordView;
  evidence: FlightEvidenceView;
}

/** Formats a duration; returns other values unchanged. */
function fieldText(field: MeasuredField, value: string | number | null): string {
  if (typeof value === 'number') return formatMinutes(value);
  return value || (field === 'duration' ? '' : texts.missing[field]);
}

function FieldFact({ field, record, evidence }: Props & { field: MeasuredField }) {
  const { measured, typed, logSays } = texts.evidence;
  const isMeasured = evidence.provenance[field] === 'measured';
  const measuredValue = measuredValues(evidence)[field];
  return (
    <div>
      <dt>{texts.table[field]}</dt>
      <dd>{fieldText(field, record[field])}</dd>
      {record[field] && (
        <dd>
          {isMeasured ? (
            <ToneBadge tone="green" shape="tick" label={measured} />
          ) : (
            <ToneBadge tone="gray" shape="ring" label={typed} />
          )}
        </dd>
      )}
      {!isMeasured && measuredValue !== null && (
        <dd>
          <Typography variant="caption">{logSays(fieldText(field, measuredValue))}</Typography>
        </dd>
      )}
    </div>
  );
}

function logFacts({ format, fileFormat = format, fileName, figures, camera, sha256 }: FlightEvidenceView) {
  const { evidence } = texts;
  return [
    [evidence.start, figures.startedAt ? formatInstant(figures.startedAt) : evidence.unknown],
    [evidence.distance, formatDistance(figures.distanceMeters)],
    [evidence.positions, formatCount(figures.positions)],
    [evidence.camera, camera ? SURVEY_CAMERAS[camera].name : texts.log.noCamera],
    [
      evidence.from,
      <>
        {isLogFormat(fileFormat) ? evidence.formats[fileFormat] : fileFormat}, <bdi>{fileName}</bdi>
      </>,
    ],
    [evidence.digest, sha256.slice(0, 12)],
  ] as const;
}

/** Explains how the distance is counted, because the drone's app may show another one. */
function AboutDistance() {
  const { aboutDistance, distanceCounted } = texts.evidence;
  return (
    <Tooltip title={distanceCounted} enterTouchDelay={0}>
      <IconButton size="small" aria-label={aboutDistance}>
        <Icon path={icons.info} size={16} />
      </IconButton>
    </Tooltip>
  );
}

/** The evidence of a flight. Each figure of the record is marked as measured or typed. */
export default function Evidence({ record, evidence, trackAtOnce }: Props & { trackAtOnce: boolean }) {
  return (
    <Stack spacing={3}>
      <Typography variant="subtitle2" component="h4">
        {texts.evidence.title}
      </Typography>
      <Facts>
        {MEASURED_FIELDS.map((field) => (
          <FieldFact key={field} field={field} record={record} evidence={evidence} />
        ))}
      </Facts>
      <div>
        <HeightLimit evidence={evidence} />
      </div>
      <StoredTrack record={record} evidence={evidence} atOnce={trackAtOnce} />
      <Facts>
        {logFacts(evidence).map(([name, value]) => (
          <div key={name}>
            <dt>
              {name}
              {name === texts.evidence.distance && <AboutDistance />}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Facts>
    </Stack>
  );
}
