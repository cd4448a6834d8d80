import { useEffect, useEffectEvent, useTransition } from 'react';
import { useNavigate } from '@dps/ui/router';
import type { SignInState } from '../session/return-path.ts';
import { SessionLoading } from './SessionCheck.tsx';

interface Props {
  to: string;
  state?: SignInState | null;
}

/**
 * Replaces the address and shows a spinner until the new page is drawn. If the user goes back before that, the navigation is
 * cancelled and the redirect is repeated. The effect of the router's `Navigate` would not run again.
 */
export function Redirect({ to, state = null }: Props) {
  const navigate = useNavigate();
  const [isPending, startTransition] = useTransition();
  const redirect = useEffectEvent(() => startTransition(() => void navigate(to, { replace: true, state })));
  useEffect(() => {
    if (!isPending) redirect();
  }, [isPending]);
  return <SessionLoading />;
}
