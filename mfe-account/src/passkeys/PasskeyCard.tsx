import { Suspense, useState } from 'react';
import type { PasskeyView } from '@dps/contract';
import { ErrorNotice, Stack, styled, Typography } from '@dps/ui';
import { Card, ConfirmDialog } from '@dps/ui/data';
import { onDemand } from '@dps/ui/on-demand';
import { toast } from '@dps/ui/toast';
import { errorText } from '@dps/contract/client';
import { BusyButton } from '../forms/buttons.tsx';
import { securityApi } from '../security/security-api.ts';
import { PasskeyTable } from './PasskeyTable.tsx';
import { passkeysApi } from './passkeys-api.ts';
import { supportsPasskeys } from './support.ts';
import { texts } from '../texts/passkeys.ts';

/**
 * Adds a passkey: the server's options, the request of the browser, and the new credential.
 *
 * @param onAdded receives the new recovery codes, if the user had none
 */
function useAddPasskey(onAdded: (recoveryCodes: readonly string[]) => void) {
  const [start] = passkeysApi.startPasskey.useMutation();
  const [send] = passkeysApi.addPasskey.useMutation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  /** Returns the message of a failure. */
  const attempt = async (): Promise<string | undefined> => {
    const { data: options, error } = await start();
    if (!options) return errorText(error, texts.addFailed);
    const { createCredential } = await import('./ceremony.ts');
    const created = await createCredential(options);
    if ('problem' in created) return created.problem;
    const { data, error: refusal } = await send(created.value);
    if (!data) return errorText(refusal, texts.addFailed);
    toast(texts.added);
    onAdded(data.recoveryCodes);
    return undefined;
  };
  const add = async () => {
    setBusy(true);
    setProblem(undefined);
    setProblem(await attempt().catch(() => texts.addFailed));
    setBusy(false);
  };
  return { add: () => void add(), busy, problem };
}

const RenameDialog = onDemand(() => import('./RenameDialog.tsx'));
const RecoveryCodesDialog = onDemand(() => import('../second-factor/RecoveryCodesDialog.tsx'));
// As wide as the table's cells, which reach the edge of the card.
const Padded = styled('div')({ padding: 16 });

type Open = { dialog: 'rename' | 'remove'; passkey: PasskeyView } | null;

/** The passkeys of the user, and a button to add one. */
export function PasskeyCard() {
  const { data, error, refetch } = passkeysApi.passkeys.useQuery();
  const factors = securityApi.secondFactor.useQuery();
  const [remove, { isLoading: isRemoving }] = passkeysApi.removePasskey.useMutation();
  const [open, setOpen] = useState<Open>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const reload = () => {
    setOpen(null);
    void refetch();
    void factors.refetch();
  };
  const { add, busy, problem } = useAddPasskey((recoveryCodes) => {
    setCodes(recoveryCodes);
    reload();
  });
  const removeOne = async ({ id }: PasskeyView) => {
    const { error: failure } = await remove(id);
    toast(failure ? texts.removeFailed : texts.removed);
    reload();
  };
  const isLast = data?.length === 1 && !factors.data?.activeSince;
  return (
    <Card role="region" aria-labelledby="passkey-section">
      <Padded>
        <Typography variant="h2" id="passkey-section" gutterBottom>
          {texts.section}
        </Typography>
        <Typography color="textSecondary">{texts.about}</Typography>
      </Padded>
      {error !== undefined && !data ? (
        <Padded>
          <ErrorNotice error={error} fallback={texts.loadFailed} onRetry={reload} />
        </Padded>
      ) : (
        data?.length !== 0 && (
          <PasskeyTable
            passkeys={data}
            onRename={(passkey) => setOpen({ dialog: 'rename', passkey })}
            onRemove={(passkey) => setOpen({ dialog: 'remove', passkey })}
          />
        )
      )}
      <Padded>
        <Stack spacing={4} sx={{ alignItems: 'flex-start' }}>
          {data?.length === 0 && <Typography>{texts.empty}</Typography>}
          {problem !== undefined && <ErrorNotice error={undefined} fallback={problem} />}
          {supportsPasskeys() ? (
            <BusyButton
              label={texts.add}
              busyLabel={texts.adding}
              busy={busy}
              onClick={add}
              variant="outlined"
            />
          ) : (
            <Typography color="textSecondary">{texts.unsupported}</Typography>
          )}
        </Stack>
      </Padded>
      {open?.dialog === 'rename' && (
        <Suspense>
          <RenameDialog passkey={open.passkey} onClose={reload} />
        </Suspense>
      )}
      {open?.dialog === 'remove' && (
        <ConfirmDialog
          title={texts.confirm.title(open.passkey.name)}
          text={isLast ? texts.confirm.last : texts.confirm.one}
          confirmLabel={texts.remove}
          tone="danger"
          busy={isRemoving}
          onConfirm={() => void removeOne(open.passkey)}
          onClose={() => setOpen(null)}
        />
      )}
      {codes.length > 0 && (
        <Suspense>
          <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />
        </Suspense>
      )}
    </Card>
  );
}
