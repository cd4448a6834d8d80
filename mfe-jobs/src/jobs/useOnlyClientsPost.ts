import { useEffect, useEffectEvent } from 'react';
import { toast } from '@dps/ui/toast';
import { texts } from '../texts.ts';

/**
 * Whether the form of a new job is open: where the address asks for it and the user is a client. Anybody else is told so.
 *
 * @param leave takes it out of the address
 */
export function useOnlyClientsPost(client: boolean, asked: boolean, leave: () => void): boolean {
  const refuse = useEffectEvent(() => {
    toast(texts.toasts.onlyClientsPost);
    leave();
  });
  const refused = asked && !client;
  useEffect(() => {
    if (refused) refuse();
  }, [refused]);
  return asked && client;
}
