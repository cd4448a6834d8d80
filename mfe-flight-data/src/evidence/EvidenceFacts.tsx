import {
  formatInstant,
  formatInstantUtc,
  isLogFormat,
  isSummary,
  MEASURED_FIELDS,
  measuredValues,
  SURVEY_CAMERAS,
  type FlightEvidenceView,
  type MeasuredField,
  type ReportedFlight,
} from '@dps/contract';
import { FORMATS } from '@dps/flight-logs/formats';
import { Icon, IconButton, icons, styled, Typography } from '@dps/ui';
import { ToneBadge, Tooltip } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { formatMinutes } from '../records/flight-totals.ts';
import { evidenceTexts } from '../texts/evidence.ts';
import { texts } from '../texts.ts';
import { LogMark } from './EvidenceBadges.tsx';
import { formatCount, formatDistance } from './evidence-format.ts';

const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(125px, 100%), 1fr))',
  gap: '12px 16px',
  margin: 0,
  '& dt': { fontSize: theme.typography.caption.fontSize, color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
}));

const Wide = styled('div')({ gridColumn: '1 / -1' });

/** The evidence of a record or of a report, which has no file names. */
export type ShownEvidence = Omit<FlightEvidenceView, 'fileName'> &
  Partial<Pick<FlightEvidenceView, 'fileName'>>;

interface Props {
  record: Pick<ReportedFlight, MeasuredField>;
  evidence: ShownEvidence;
}

/** Formats a duration; returns other values unchanged. */
function fieldText(field: MeasuredField, value: string | number | null): string {
  if (typeof value === 'number') return formatMinutes(value);
  return value || (field === 'duration' ? '' : texts.missing[field]);
}

function FieldFact({ field, record, evidence }: Props & { field: MeasuredField }) {
  const { measured, fromHeader, typed, logSays, computed, computedAs, notComputed } = evidenceTexts;
  const isResolution = field === 'resolution';
  const fromLog = isSummary(evidence.figures) ? fromHeader : measured;
  const isMeasured = evidence.provenance[field] === 'measured';
  const measuredValue = measuredValues(evidence)[field];
  return (
    <div>
      <dt>{texts.table[field]}</dt>
      <dd>{fieldText(field, record[field])}</dd>
      {record[field] && (
        <dd>
          {isMeasured ? (
            <LogMark evidence={evidence} label={isResolution ? computed : fromLog} />
          ) : (
            <ToneBadge tone="gray" shape="ring" label={typed} />
          )}
        </dd>
      )}
      {!isMeasured && measuredValue !== null && (
        <dd>
          <Typography variant="caption">
            {(isResolution ? computedAs : logSays)(fieldText(field, measuredValue))}
          </Typography>
        </dd>
      )}
      {isResolution && measuredValue === null && (
        <dd>
          <Typography variant="caption">{notComputed}</Typography>
        </dd>
      )}
    </div>
  );
}

/** The values of a record. Each is marked as measured or typed. */
export function RecordFacts(props: Props) {
  return (
    <Facts>
      {MEASURED_FIELDS.map((field) => (
        <FieldFact key={field} field={field} {...props} />
      ))}
    </Facts>
  );
}

/** The values of a record without a log, which are all typed. */
export function TypedFacts({ record }: Pick<Props, 'record'>) {
  return (
    <Facts>
      {MEASURED_FIELDS.map((field) => (
        <div key={field}>
          <dt>{texts.table[field]}</dt>
          <dd>{fieldText(field, record[field])}</dd>
        </div>
      ))}
    </Facts>
  );
}

function logFacts(
  { format, fileFormat = format, fileName, figures, camera }: ShownEvidence,
  isReport: boolean,
) {
  const evidence = evidenceTexts;
  const formatStart = isReport ? formatInstantUtc : formatInstant;
  return [
    [evidence.start, figures.startedAt ? formatStart(figures.startedAt) : evidence.unknownStart],
    [
      evidence.distance,
      isSummary(figures) && figures.distanceMeters === 0
        ? evidence.unknown
        : formatDistance(figures.distanceMeters),
    ],
    [
      evidence.positions,
      [
        formatCount(figures.positions),
        ...(figures.skippedPositions ? [evidence.leftOut(formatCount(figures.skippedPositions))] : []),
      ].join(', '),
    ],
    [evidence.camera, camera ? SURVEY_CAMERAS[camera].name : texts.log.noCamera],
    [
      evidence.from,
      <>
        <span>{isLogFormat(fileFormat) ? FORMATS[fileFormat].label : fileFormat}</span>
        {fileName !== undefined && (
          <>
            ,{' '}
            <bdi>
              <Literal>{fileName}</Literal>
            </bdi>
          </>
        )}
      </>,
    ],
  ] as const;
}

/** Explains how the distance was counted, because the drone's app may show another one. */
function AboutDistance({ figures: { distanceSource, smallestMoveMeters } }: Pick<ShownEvidence, 'figures'>) {
  const { aboutDistance, distances } = evidenceTexts;
  const counted = smallestMoveMeters
    ? distances.noisy(formatDistance(smallestMoveMeters))
    : distances[distanceSource ?? 'track'];
  return (
    <Tooltip title={counted} enterTouchDelay={0}>
      <IconButton size="small" aria-label={aboutDistance}>
        <Icon path={icons.info} size={16} />
      </IconButton>
    </Tooltip>
  );
}

/** The details of a log, with its complete digest. In a report, the start is in UTC, because its readers are in several zones. */
export function LogFacts({ evidence, isReport = false }: Pick<Props, 'evidence'> & { isReport?: boolean }) {
  return (
    <Facts>
      {logFacts(evidence, isReport).map(([name, value]) => (
        <div key={name}>
          <dt>
            {name}
            {name === evidenceTexts.distance && <AboutDistance figures={evidence.figures} />}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
      <Wide>
        <dt>{evidenceTexts.digest}</dt>
        <dd>
          <Literal>{evidence.sha256}</Literal>
        </dd>
      </Wide>
    </Facts>
  );
}
