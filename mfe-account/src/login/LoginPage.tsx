import { lazy } from 'react';
import type { GuestPageProps } from '@dps/contract/guest';
import { LoginForm } from './LoginForm.tsx';

const StoreLogin = lazy(async () => {
  const { useStoreSignIn } = await import('./useStoreSignIn.ts');
  function Login() {
    return <LoginForm signIn={useStoreSignIn()} />;
  }
  return { default: Login };
});

/** `/login`. Earlier shells and the development harness do not pass `signIn`: the page then signs in with the store. */
export default function LoginPage({ signIn, onSignedIn }: GuestPageProps) {
  return signIn ? <LoginForm signIn={signIn} onSignedIn={onSignedIn} /> : <StoreLogin />;
}
