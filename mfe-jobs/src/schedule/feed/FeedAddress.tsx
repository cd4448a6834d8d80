import { useRef, useState } from 'react';
import { Button, Icon, icons, styled, TextField, Typography } from '@dps/ui';
import { texts } from './texts.ts';

const Address = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 8 });
const Field = styled('div')({ flex: '1 1 240px', minWidth: 0 });
const Links = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, margin: '16px 0' });
const Notes = styled('div')({ display: 'grid', gap: 4, marginTop: 8 });

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
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'copyByHand' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setOutcome('copied');
    } catch {
      field.current?.select();
      setOutcome('copyByHand');
    }
  };
  return (
    <>
      <Address>
        <Field>
          <TextField
            label={texts.address}
            value={address}
            inputRef={field}
            slotProps={{ htmlInput: { readOnly: true, spellCheck: false } }}
          />
        </Field>
        <Button variant="contained" onClick={() => void copy()}>
          {texts.copy}
        </Button>
      </Address>
      <Notes>
        <Typography role="status" variant="body2">
          {outcome && texts[outcome]}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {texts.secret}
        </Typography>
      </Notes>
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
