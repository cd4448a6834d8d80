import { ContourLines, styled, Typography } from '@dps/ui';
import { FLIGHT, SITE } from './flight-lines.ts';
import { texts } from '../texts/welcome.ts';

const Figure = styled('figure')({ margin: 0, minWidth: 0, '& > figcaption': { marginTop: 8 } });
const Sheet = styled('div')(({ theme }) => ({
  position: 'relative',
  aspectRatio: '3 / 2',
  overflow: 'hidden',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '& > *': { position: 'absolute', inset: 0 },
}));
const Svg = styled('svg')(({ theme }) => ({
  width: '100%',
  height: '100%',
  fill: 'none',
  stroke: theme.vars.palette.primary.main,
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  '& [data-part="site"]': {
    fill: theme.vars.palette.background.paper,
    fillOpacity: 0.72,
    stroke: theme.vars.palette.text.secondary,
    strokeWidth: 1.5,
  },
  '& [data-part="planned"]': { strokeDasharray: '1 6' },
  '& [data-part="photos"]': { strokeWidth: 5 },
  '& [data-part="aircraft"]': { fill: theme.vars.palette.background.paper, strokeWidth: 2.5 },
  '& [data-part="north"]': { stroke: theme.vars.palette.text.secondary },
  '& text': { fill: theme.vars.palette.text.secondary, stroke: 'none', fontSize: 14, fontWeight: 650 },
}));

/** A survey flight on a map sheet: the site, the part of the path that is flown, and the rest of it. */
export function SurveyDrawing() {
  const { flown, planned, photos, aircraft } = FLIGHT;
  return (
    <Figure>
      <Sheet>
        <div>
          <ContourLines />
        </div>
        <Svg role="img" aria-label={texts.drawing} viewBox="0 0 480 320">
          <path data-part="site" d={SITE} />
          <path data-part="planned" d={planned} />
          <path d={flown} />
          <path data-part="photos" d={photos} />
          <circle data-part="aircraft" cx={aircraft.x} cy={aircraft.y} r="8" />
          <path data-part="north" d="M448 64V28m-6 9 6-9 6 9" />
          <text x="448" y="82" textAnchor="middle" aria-hidden>
            {texts.north}
          </text>
        </Svg>
      </Sheet>
      <Typography component="figcaption" variant="caption" color="textSecondary">
        {texts.caption}
      </Typography>
    </Figure>
  );
}
