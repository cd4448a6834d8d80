import { useState } from 'react';
import { errorText } from '@dps/contract/client';
import { toast } from '@dps/ui/toast';
import { passkeysApi } from './passkeys-api.ts';
import { texts } from '../texts/passkeys.ts';

/**
 * Adds a passkey: the server's options, the request of the browser, and the new credential.
 *
 * @param onAdded receives the new recovery codes, if the user had none
 */
export function useAddPasskey(onAdded: (recoveryCodes: readonly string[]) => void) {
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
