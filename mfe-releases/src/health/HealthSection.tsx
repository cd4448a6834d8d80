import type { CanaryHealth, ReleasedPart, PageCounts } from '@dps/contract';
import { Alert, FONT_SIZES, styled, Typography } from '@dps/ui';
import { ToneBadge } from '@dps/ui/data';
import { Inset, Section } from '../section-parts.tsx';
import { texts } from '../texts.ts';

/** A line of a plot in a square of 100 × 100, as the `d` of a path. Empty without pages. */
interface Plot {
  canary: string;
  stable: string;
  /** Highest share of the scale, from 0 to 1. */
  top: number;
  /** Times of the first and the last reading. */
  from: Date;
  to: Date;
}

/** Scales that a reader compares easily. */
const TOPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];

/** Returns the share of failed pages, from 0 to 1. Without pages, 0. */
export const shareOf = ({ pages, failed }: PageCounts): number => (pages === 0 ? 0 : failed / pages);

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Returns the lines of a plot. Undefined with fewer than two readings. */
export function plotOf({ points }: CanaryHealth): Plot | undefined {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || first === last) return undefined;
  const [start, end] = [Date.parse(first.at), Date.parse(last.at)];
  const highest = Math.max(...points.flatMap(({ canary, stable }) => [shareOf(canary), shareOf(stable)]));
  const top = TOPS.find((each) => each >= highest) ?? 1;
  const lineOf = (release: 'canary' | 'stable'): string =>
    points
      .filter((point) => point[release].pages > 0)
      .map((point, index) => {
        const x = rounded((100 * (Date.parse(point.at) - start)) / Math.max(1, end - start));
        const y = rounded(100 - (100 * shareOf(point[release])) / top);
        return `${index === 0 ? 'M' : 'L'}${x} ${y}`;
      })
      .join('');
  return {
    canary: lineOf('canary'),
    stable: lineOf('stable'),
    top,
    from: new Date(start),
    to: new Date(end),
  };
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'long' });

const BADGES = {
  worse: { tone: 'red', shape: 'cross' },
  'as-good': { tone: 'green', shape: 'tick' },
  unknown: { tone: 'gray', shape: 'ring' },
  'one-network': { tone: 'yellow', shape: 'half' },
} as const satisfies Record<CanaryHealth['judgement'], object>;

const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' });
const Area = styled('div')(({ theme }) => ({
  position: 'relative',
  height: '10rem',
  margin: '12px 0 4px',
  borderBlock: `1px solid ${theme.vars.palette.divider}`,
  '& svg': { position: 'absolute', inset: 0, width: '100%', height: '100%', overflow: 'visible' },
  '& path': { fill: 'none', strokeWidth: 2, vectorEffect: 'non-scaling-stroke' },
  '& [data-line="stable"]': { stroke: theme.vars.palette.primary.main },
  // Dashed, so that the lines differ without colour.
  '& [data-line="canary"]': { stroke: theme.vars.palette.tones.yellow.text, strokeDasharray: '6 3' },
}));
const Small = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  fontSize: FONT_SIZES.xs,
  fontVariantNumeric: 'tabular-nums',
  color: theme.vars.palette.text.secondary,
}));
const Top = styled('span')({ position: 'absolute', top: 2, left: 0 });
const Legend = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  margin: '8px 0 0',
  padding: 0,
  listStyle: 'none',
  fontVariantNumeric: 'tabular-nums',
  '& li': { display: 'flex', alignItems: 'baseline', gap: 8 },
  '& li::before': {
    content: '""',
    flex: '0 0 24px',
    borderTop: `2px solid ${theme.vars.palette.primary.main}`,
    transform: 'translateY(-4px)',
  },
  '& li[data-line="canary"]::before': {
    borderTopStyle: 'dashed',
    borderTopColor: theme.vars.palette.tones.yellow.text,
  },
}));

function Lines({ plot, label }: { plot: Plot; label: string }) {
  return (
    <>
      <Area>
        <Small>
          <Top aria-hidden>{percent.format(plot.top)}</Top>
        </Small>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={label}>
          <path data-line="stable" d={plot.stable} />
          <path data-line="canary" d={plot.canary} />
        </svg>
      </Area>
      <Small aria-hidden>
        <span>{time.format(plot.from)}</span>
        <span>{time.format(plot.to)}</span>
      </Small>
    </>
  );
}

interface PartProps {
  part: ReleasedPart;
  canary: string;
  health: CanaryHealth | undefined;
}

/** The canary of one module: its plot, the last figures as text, and the judgement of the watch. */
function PartHealth({ part: { title, stable }, canary, health }: PartProps) {
  const plot = health && plotOf(health);
  const last = health?.points.at(-1);
  const lines = last && [
    { kind: 'canary', version: canary, counts: last.canary } as const,
    { kind: 'stable', version: stable, counts: last.stable } as const,
  ];
  return (
    <section aria-label={texts.health.of(title)}>
      <Head>
        <Typography variant="h3">
          <bdi>{title}</bdi>
        </Typography>
        {last && health && (
          <ToneBadge {...BADGES[health.judgement]} label={texts.health.judgement[health.judgement]} />
        )}
      </Head>
      {health && !health.isReachable && (
        <Alert severity="warning" sx={{ my: 1 }}>
          {texts.health.unreachable}
        </Alert>
      )}
      {plot && <Lines plot={plot} label={texts.health.of(title)} />}
      {!plot && health?.isReachable !== false && (
        <Typography color="textSecondary">{texts.health.waiting}</Typography>
      )}
      {lines && (
        <Legend>
          {lines.map(({ kind, version, counts }) => (
            <li key={kind} data-line={kind}>
              {texts.health.line(
                texts.health[kind],
                version,
                counts.pages,
                counts.failed,
                percent.format(shareOf(counts)),
              )}
            </li>
          ))}
        </Legend>
      )}
    </section>
  );
}

/** The health of all running canaries. */
export function HealthSection({ parts }: { parts: readonly ReleasedPart[] }) {
  const tried = parts.filter(({ canary }) => canary);
  return (
    <Section title={texts.health.title} about={texts.health.about}>
      <Inset>
        {tried.length === 0 && <Typography color="textSecondary">{texts.health.none}</Typography>}
        {tried.map((part) => (
          <PartHealth key={part.name} part={part} canary={part.canary?.version ?? ''} health={part.health} />
        ))}
      </Inset>
    </Section>
  );
}
