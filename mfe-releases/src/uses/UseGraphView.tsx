import { styled, useMediaQuery } from '@dps/ui';
import { texts } from '../texts.ts';
import { graphOf, type UseLink } from './use-graph.ts';

/** Widths of the graph and of its columns of labels, in px at the default font size. */
const WIDE = { width: 720, left: 130, right: 180 };
const NARROW = { width: 330, left: 98, right: 152 };
const GAP = 6;
/** Average width of a letter in a label, and the least width of the curves, in px at the default font size. */
const LETTER = 6.4;
const CURVES = 48;

const Picture = styled('svg')(({ theme }) => ({
  display: 'block',
  maxWidth: '100%',
  height: 'auto',
  fill: theme.vars.palette.text.primary,
  '& text': { fontSize: 12, dominantBaseline: 'middle' },
  '& path': { fill: 'none', stroke: theme.vars.palette.primary.main, strokeOpacity: 0.55 },
  '& [data-kind="widget"]': { stroke: theme.vars.palette.tones.purple.text, strokeOpacity: 1 },
  '& text[data-kind="widget"]': { stroke: 'none', fill: theme.vars.palette.tones.purple.text },
  '@media (forced-colors: active)': { fill: 'CanvasText', '& path': { stroke: 'CanvasText' } },
}));

/** The links as curves from releases to widgets and entries of the contract. The table has the same data as text. */
export function UseGraphView({ links }: { links: readonly UseLink[] }) {
  const isNarrow = useMediaQuery('(max-width: 37.49em)', { noSsr: true });
  const { width, left: least, right } = isNarrow ? NARROW : WIDE;
  const { releases, parts, lines, height } = graphOf(links);
  const longest = Math.max(0, ...releases.map(({ label }) => label.length)) * LETTER + GAP;
  const left = Math.min(Math.max(least, Math.ceil(longest)), width - right - CURVES);
  const [start, end] = [left, width - right];
  const middle = (start + end) / 2;
  return (
    <Picture
      viewBox={`0 0 ${width} ${height}`}
      style={{ width: `${width / 16}rem` }}
      role="img"
      aria-label={texts.uses.graph(links.length)}
    >
      {lines.map(({ key, kind, from, to, width: strokeWidth }) => (
        <path
          key={key}
          data-kind={kind}
          strokeWidth={strokeWidth}
          {...(kind === 'widget' && { strokeDasharray: '5 3' })}
          d={`M${start} ${from}C${middle} ${from} ${middle} ${to} ${end} ${to}`}
        />
      ))}
      {releases.map(({ label, y }) => (
        <text
          key={label}
          x={start - GAP}
          y={y}
          textAnchor="end"
          {...(label.length * LETTER > left - GAP && {
            textLength: left - GAP,
            lengthAdjust: 'spacingAndGlyphs',
          })}
        >
          {label}
        </text>
      ))}
      {parts.map(({ label, kind, y }) => (
        <text key={label} x={end + GAP} y={y} data-kind={kind}>
          {label}
        </text>
      ))}
    </Picture>
  );
}
