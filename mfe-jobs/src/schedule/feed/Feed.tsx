import { useState } from 'react';
import { type CalendarView, paths } from '@dps/contract';
import { Button, styled, Typography, Icon, icons } from '@dps/ui';
import { ConfirmDialog } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { toast } from '@dps/ui/toast';
import { QueryError } from '../../page/QueryError.tsx';
import { texts as moduleTexts } from '../../texts.ts';
import { texts } from '../../texts/feed.ts';
import { CopyField } from '@dps/ui/copy-field';
import { moduleEndpoints } from '@dps/contract/client';

/** The calls of the calendar feed, which load with its dialog. */
const feedApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  calendar: build.query<CalendarView, void>({
    query: () => ({ url: paths.calendar() }),
    // The dialog always reads the current address: another tab may have replaced it.
    keepUnusedDataFor: 0,
  }),
  /** PUT creates an address if there is none, POST replaces it. */
  setAddress: build.mutation<CalendarView, 'PUT' | 'POST'>({
    query: (method) => ({ url: paths.calendar(), method }),
  }),
}));

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
function FeedAddress({ address }: { address: string }) {
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

const Root = styled('div')({
  display: 'grid',
  gap: 16,
  justifyItems: 'start',
  '& > *': { maxWidth: '100%' },
});
const Wide = styled('div')({ justifySelf: 'stretch', minWidth: 0 });

/** The calendar feed of the user: creates its secret address, shows it and replaces it. Loads on demand. */
export default function Feed() {
  const { data, error, refetch } = feedApi.calendar.useQuery();
  const [setAddress, change] = feedApi.setAddress.useMutation();
  // A further change that fails keeps the address of the last one.
  const [changed, setChanged] = useState<CalendarView>();
  const [confirming, setConfirming] = useState(false);
  const calendar = changed ?? data;
  const send = async (method: 'PUT' | 'POST') => {
    const { data: response } = await setAddress(method);
    if (response) setChanged(response);
    return response !== undefined;
  };
  const replace = async () => {
    const isReplaced = await send('POST');
    setConfirming(false);
    if (isReplaced) toast(texts.replaced);
  };
  return (
    <Root>
      <Typography>{texts.intro}</Typography>
      {!calendar && (
        <Wide>
          {!error && <LoadingShape text={moduleTexts.loading} shape="fields" count={1} />}
          <QueryError error={error} fallback={texts.loadFailed} onRetry={refetch} />
        </Wide>
      )}
      {change.error && (
        <Wide>
          <QueryError
            error={change.error}
            fallback={texts.changeFailed}
            onRetry={() => send(change.originalArgs ?? 'PUT')}
          />
        </Wide>
      )}
      {calendar?.address === null && (
        <>
          <Typography color="textSecondary">{texts.none}</Typography>
          <Button variant="contained" loading={change.isLoading} onClick={() => void send('PUT')}>
            {texts.create}
          </Button>
        </>
      )}
      {calendar?.address && (
        <>
          <Wide>
            <FeedAddress key={calendar.address} address={calendar.address} />
          </Wide>
          <Button variant="outlined" color="error" onClick={() => setConfirming(true)}>
            {texts.replace}
          </Button>
        </>
      )}
      {confirming && (
        <ConfirmDialog
          {...texts.confirm}
          confirmLabel={texts.replace}
          tone="danger"
          busy={change.isLoading}
          onConfirm={() => void replace()}
          onClose={() => setConfirming(false)}
        />
      )}
    </Root>
  );
}
