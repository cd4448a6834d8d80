import { formatCoverage, isUncountedReason, type JobArea, type JobCoverageView } from '@dps/contract';
import { Icon, IconButton, icons, Stack, styled, Typography } from '@dps/ui';
import { ToneBadge, Tooltip } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { coverageTexts } from '../texts/coverage.ts';
import { CoverageDrawing } from './CoverageDrawing.tsx';

const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' });
const Figure = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 6 });

/** Returns the flights that do not count, a line for each reason. */
function uncountedLines({ uncounted }: JobCoverageView): string[] {
  const flightsByReason = Map.groupBy(uncounted, ({ reason }) =>
    isUncountedReason(reason) ? coverageTexts.uncounted[reason] : coverageTexts.otherReason,
  );
  return [...flightsByReason].map(([reason, flights]) =>
    coverageTexts.ofFlights(reason, flights.map(({ flightNumber }) => flightNumber).join(', ')),
  );
}

/** The method of the figure and its limits. */
function AboutCoverage() {
  return (
    <Tooltip title={coverageTexts.method} enterTouchDelay={0} leaveTouchDelay={30_000}>
      <IconButton size="small" aria-label={coverageTexts.about}>
        <Icon path={icons.info} size={16} />
      </IconButton>
    </Tooltip>
  );
}

function Badge({ percent }: { percent: number }) {
  return percent === 100 ? (
    <ToneBadge tone="green" shape="tick" label={coverageTexts.complete} />
  ) : (
    <ToneBadge tone="yellow" shape="diamond" label={coverageTexts.notFlown(100 - percent)} />
  );
}

interface Props {
  coverage: JobCoverageView;
  area: JobArea;
}

/** The part of an area that flights covered: the figure, the gaps in the outline, and what does not count. */
export function Coverage({ coverage, area }: Props) {
  const { gaps, coveredPercent, countedFlights, assumedCameras } = coverage;
  const text = formatCoverage(coverage);
  const notes = [
    ...(countedFlights === 0 && coverage.uncounted.length === 0 ? [coverageTexts.noFlights] : []),
    ...(assumedCameras > 0 ? [coverageTexts.assumed(assumedCameras)] : []),
    ...uncountedLines(coverage),
  ];
  return (
    <Stack spacing={2}>
      <Head>
        <Figure>
          <Typography component="span" sx={{ fontWeight: 650 }}>
            <Literal>{coverageTexts.flown(text)}</Literal>
          </Typography>
          <AboutCoverage />
        </Figure>
        {countedFlights > 0 && <Badge percent={coveredPercent} />}
      </Head>
      {countedFlights > 0 && <CoverageDrawing area={area} gaps={gaps} coverage={text} />}
      {notes.map((note) => (
        <Typography key={note} color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {note}
        </Typography>
      ))}
    </Stack>
  );
}
