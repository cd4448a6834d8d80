import { Suspense, useState } from 'react';
import { Button, ErrorNotice, Stack, styled, Typography } from '@dps/ui';
import { Card, ConfirmDialog } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { toast } from '@dps/ui/toast';
import { securityApi } from '../security/security-api.ts';
import { texts } from '../texts/second-factor.ts';

const SetUpDialog = onDemand(() => import('./SetUpDialog.tsx'));
// As the table cells of the other cards.
const Sheet = styled(Card)({ padding: 16 });
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** Whether sign-ins require a code of an authenticator app, with buttons to change it. */
export function SecondFactorCard() {
  const { data, error, refetch } = securityApi.secondFactor.useQuery();
  const [remove, { isLoading: isRemoving }] = securityApi.removeSecondFactor.useMutation();
  const [open, setOpen] = useState<'set-up' | 'remove' | null>(null);
  const close = () => {
    setOpen(null);
    void refetch();
  };
  const turnOff = async () => {
    const { error: failure } = await remove();
    toast(failure ? texts.removeFailed : data?.passkeys ? texts.appRemoved : texts.removed);
    close();
  };
  const isActive = Boolean(data?.activeSince);
  return (
    <Sheet role="region" aria-labelledby="factor-section">
      <Typography variant="h2" id="factor-section" gutterBottom>
        {texts.section}
      </Typography>
      <Typography color="textSecondary" gutterBottom>
        {texts.about}
      </Typography>
      {data ? (
        <>
          <Typography gutterBottom>
            {data.activeSince
              ? texts.on(day.format(new Date(data.activeSince)), data.recoveryCodes)
              : data.passkeys > 0
                ? texts.onWithPasskeys(data.recoveryCodes)
                : texts.off}
          </Typography>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2, marginTop: 4 }}>
            <Button variant={isActive ? 'outlined' : 'contained'} onClick={() => setOpen('set-up')}>
              {isActive ? texts.replace : texts.setUp}
            </Button>
            {isActive && (
              <Button variant="outlined" color="error" onClick={() => setOpen('remove')}>
                {texts.remove}
              </Button>
            )}
          </Stack>
        </>
      ) : error ? (
        <ErrorNotice error={error} fallback={texts.loadFailed} onRetry={() => void refetch()} />
      ) : (
        <LoadingShape text={texts.loading} shape="fields" />
      )}
      {open === 'set-up' && (
        <Suspense>
          <SetUpDialog onClose={close} />
        </Suspense>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          {...(data?.passkeys ? texts.confirmApp : texts.confirm)}
          confirmLabel={texts.remove}
          tone="danger"
          busy={isRemoving}
          onConfirm={() => void turnOff()}
          onClose={() => setOpen(null)}
        />
      )}
    </Sheet>
  );
}
