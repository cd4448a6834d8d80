import { useEffect, useEffectEvent } from 'react';
import { toast } from '@dps/ui/toast';
import { texts } from '../texts.ts';

/**
 * Returns whether the form of a new job is open: the URL opens it, and the user is a client. Other users see a toast.
 *
 * @param requested whether the URL opens the form
 * @param leave removes the form from the URL
 */
export function useOnlyClientsPost(client: boolean, requested: boolean, leave: () => void): boolean {
  const refuse = useEffectEvent(() => {
    toast(texts.toasts.onlyClientsPost);
    leave();
  });
  const refused = requested && !client;
  useEffect(() => {
    if (refused) refuse();
  }, [refused]);
  return requested && client;
}
