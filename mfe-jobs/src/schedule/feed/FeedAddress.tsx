import { Button, Icon, icons, styled, Typography } from '@dps/ui';
import { CopyField } from '@dps/ui/copy-field';
import { texts } from '../../texts/feed.ts';

const Links = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, margin: '16px 0' });

/** The links that add a feed to a calendar app. Google and Apple expect the scheme of calendars, `webcal`. */
function linksOf(address: string) {
  const webcal = address.replace(/^https?:/, 'webcal:');
  const name = encodeURIComponent('Drone Pilot Surveys');
  return [
    [texts.google, `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`],
    [texts.apple, webcal],
    [
      texts.outlook,
      `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(address)}&name=${name}`,
    ],
  ] as const;
}

/** The secret address of a calendar feed, to copy it and to add it to a calendar app. */
export function FeedAddress({ address }: { address: string }) {
  return (
    <>
      <CopyField label={texts.address} value={address} />
      <Typography variant="body2" color="textSecondary">
        {texts.secret}
      </Typography>
      <Links>
        {linksOf(address).map(([name, href]) => (
          <Button
            key={name}
            variant="outlined"
            href={href}
            {...(href.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}
            endIcon={<Icon path={icons.openInNew} size={16} />}
          >
            {name}
          </Button>
        ))}
      </Links>
      <Typography variant="body2" color="textSecondary">
        {texts.delay}
      </Typography>
    </>
  );
}
