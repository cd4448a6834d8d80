import { useState } from 'react';
import type { CalendarView } from '@dps/contract';
import { Button, styled, Typography } from '@dps/ui';
import { ConfirmDialog } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { toast } from '@dps/ui/toast';
import { QueryError } from '../../page/QueryError.tsx';
import { texts as moduleTexts } from '../../texts.ts';
import { feedApi } from './feed-api.ts';
import { FeedAddress } from './FeedAddress.tsx';
import { texts } from '../../texts/feed.ts';

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
    const { data: answer } = await setAddress(method);
    if (answer) setChanged(answer);
    return answer !== undefined;
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
