import { Suspense, useEffect, useRef, useState } from 'react';
import { formatInstantDay, type PayoutAccountView } from '@dps/contract';
import { Button, ErrorNotice, styled, Typography } from '@dps/ui';
import { Card } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { useSearchParams } from '@dps/ui/router';
import { paymentsApi } from '../api.ts';
import { texts } from '../texts.ts';

const t = texts.payouts;

const PayoutList = onDemand(() => import('./PayoutList.tsx'));

// As the cards of the figures above it.
const Sheet = styled(Card)({ padding: 16, marginBlock: 24 });

function textOf({ state, dueAt }: PayoutAccountView): string {
  if (state === 'needs-information' && dueAt !== null) return t.dueBy(formatInstantDay(dueAt));
  return t.states[state];
}

/**
 * The account of a pilot at the payment provider, with the button that opens the provider's page: its set-up, or its dashboard.
 * After the set-up, the address has the parameter `payouts`, and the server reads the state from the provider.
 */
export function PayoutAccountCard() {
  const [search] = useSearchParams();
  const [isChecking, setChecking] = useState(search.has('payouts'));
  const [check] = paymentsApi.checkPayoutAccount.useMutation();
  const { data, error, refetch } = paymentsApi.payoutAccount.useQuery(undefined, { skip: isChecking });
  const started = useRef(false);
  useEffect(() => {
    if (!isChecking || started.current) return;
    started.current = true;
    // If the provider does not respond, its event reports the state later.
    void check().then(() => setChecking(false));
  }, [isChecking, check]);
  return (
    <Sheet role="region" aria-labelledby="payout-account">
      <Typography variant="h2" id="payout-account" gutterBottom>
        {t.title}
      </Typography>
      {data ? (
        <PayoutAccount
          account={data}
          isExpired={search.get('payouts') === 'expired'}
          onFailed={() => void refetch()}
        />
      ) : error ? (
        <ErrorNotice error={error} fallback={t.loadFailed} onRetry={() => void refetch()} />
      ) : (
        <LoadingShape text={t.loading} shape="fields" />
      )}
      {data && (
        <Suspense fallback={<LoadingShape text={t.loadingList} shape="facts" count={3} />}>
          <PayoutList isReady={data.state === 'ready'} />
        </Suspense>
      )}
    </Sheet>
  );
}

interface PayoutAccountProps {
  account: PayoutAccountView;
  isExpired: boolean;
  /** Reads the account again: the provider may have closed it. */
  onFailed: () => void;
}

function PayoutAccount({ account, isExpired, onFailed }: PayoutAccountProps) {
  const [createLink, { error }] = paymentsApi.payoutAccountLink.useMutation();
  const [isLeaving, setLeaving] = useState(false);
  const { state } = account;
  const open = async () => {
    setLeaving(true);
    const { data: link } = await createLink();
    if (link) {
      globalThis.open(link.url, '_self');
      return;
    }
    setLeaving(false);
    onFailed();
  };
  const isReady = state === 'ready';
  const action = state === 'refused' ? null : t.actions[state];
  return (
    <>
      <Typography>{textOf(account)}</Typography>
      {isExpired && !isReady && action !== null && <Typography color="textSecondary">{t.expired}</Typography>}
      {error && <ErrorNotice error={error} fallback={t.linkFailed} />}
      {action !== null && (
        <Button
          variant={isReady ? 'outlined' : 'contained'}
          disabled={isLeaving}
          onClick={() => void open()}
          sx={{ mt: 4 }}
        >
          {action}
        </Button>
      )}
    </>
  );
}
