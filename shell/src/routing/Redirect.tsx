import { useEffect, useEffectEvent, useTransition } from 'react';
import { useNavigate } from '@dps/ui/router';
import type { SignInState } from '../session/return-path.ts';
import { SessionLoading } from './SessionCheck.tsx';

interface Props {
  to: string;
  state?: SignInState | null;
}

/**
 * Replaces the address, and shows a spinner until the page of the new address is drawn. A user who goes back before that
 * cancels the navigation; the redirect is then repeated, because the effect of router's `Navigate` would not run again.
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
