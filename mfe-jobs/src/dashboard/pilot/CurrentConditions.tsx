import { Icon, icons, styled, Typography } from '@dps/ui';
import { Chip } from '@dps/ui/data';
import { Facts } from '../../page/Facts.tsx';
import { Section } from '../../page/Section.tsx';
import { texts } from '../../texts.ts';

const Body = styled('div')({ display: 'grid', gap: 16, padding: '0 16px 16px' });
const Sky = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  color: theme.vars.palette.text.primary,
  '& > svg': { color: theme.vars.palette.warning.main },
}));
// With large text, the label has several lines.
const Sample = styled(Chip)({
  height: 'auto',
  minHeight: 24,
  '& > span': { whiteSpace: 'normal' },
});
const Rating = styled('div')(({ theme }) => ({
  padding: '10px 12px',
  borderRadius: theme.vars.shape.borderRadius,
  color: theme.vars.palette.tones.green.text,
  backgroundColor: theme.vars.palette.tones.green.background,
}));

/** The weather card. Its values are fixed texts; nothing is fetched. */
export function CurrentConditions() {
  const {
    title,
    sample,
    temperature,
    sky,
    wind,
    windSpeed,
    visibility,
    visibilityDistance,
    rating,
    summary,
  } = texts.conditions;
  return (
    <Section title={title} actions={<Sample label={sample} size="small" variant="outlined" />}>
      <Body>
        <Sky>
          <Icon path={icons.sun} size={36} />
          <div>
            <Typography variant="h1" component="p">
              {temperature}
            </Typography>
            <Typography color="textSecondary">{sky}</Typography>
          </div>
        </Sky>
        <Facts
          facts={[
            [wind, windSpeed],
            [visibility, visibilityDistance],
          ]}
        />
        <Rating>
          <Typography variant="subtitle2">{rating}</Typography>
          <Typography variant="caption">{summary}</Typography>
        </Rating>
      </Body>
    </Section>
  );
}
