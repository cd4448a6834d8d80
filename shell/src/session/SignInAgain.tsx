import { lazy, Suspense, useId, useSyncExternalStore, type ComponentType } from 'react';
import { useDispatch } from 'react-redux';
import type { UserView } from '@dps/contract';
import { errorText, type WidgetName, type WidgetProps } from '@dps/contract/client';
import { UNINTERRUPTED } from '@dps/contract/user';
import { Alert, Button, PasswordField, Stack, TextField, Typography } from '@dps/ui';
import { Dialog, DialogActions, DialogContent, DialogTitle, PersonAvatar } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { moduleLoader } from '../modules/module-loader.ts';
import { PartBoundary } from '../modules/PartBoundary.tsx';
import type { ShellDispatch } from '../store.tsx';
import { requestCurrentUser } from './current-user.ts';
import { requiredSignIn } from './required-sign-in.ts';
import { useLeaveEndedSession, useReauthenticationForm, useRefetchUserOnFocus } from './reauthentication.ts';

/** Texts of the dialog in which the user on screen signs in again. */
const reauthenticationTexts = {
  ended: {
    title: 'Your session has ended',
    text: 'Sign in again to continue where you were. What you typed is still here.',
    signIn: 'Sign in',
    leave: 'Use another account',
  },
  required: {
    title: 'Confirm that it is you',
    text: 'Enter your password to make this change.',
    signIn: 'Continue',
    leave: 'Cancel',
  },
  password: 'Password',
  code: 'Code of your authenticator app',
  passwordRequired: 'Password is required',
  signingIn: 'Signing in...',
  failed: 'Invalid username or password.',
} as const;

type ConfirmationName = Extract<WidgetName, `${string}.passkey-confirmation`>;
const isConfirmation = (name: string): name is ConfirmationName => name.endsWith('.passkey-confirmation');
/** The widget of the module that has one. Shows nothing without it, and if it cannot be loaded. */
const PasskeyConfirmation = lazy<ComponentType<WidgetProps[ConfirmationName]>>(async () => {
  const none = { default: () => null };
  const loader = moduleLoader();
  const name = loader.findWidget(isConfirmation);
  if (!name) return none;
  return loader.widget(name).then(
    ({ Component }) => ({ default: Component }),
    () => none,
  );
});

interface Props {
  user: UserView;
  /** The session has ended, or a call requires another sign-in. */
  reason: 'ended' | 'required';
}

function watchUninterrupted(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  const attributes = { attributes: true, attributeFilter: [UNINTERRUPTED] };
  observer.observe(document.body, { childList: true, subtree: true, ...attributes });
  return () => observer.disconnect();
}
const isUninterrupted = () => document.querySelector(`[${UNINTERRUPTED}]`) !== null;

/**
 * The dialog in which the user on screen signs in again. It waits while a bank confirms a payment: a modal dialog would hide the
 * page of the bank from screen readers, and take its focus.
 */
export default function SignInAgain(props: Props) {
  const waits = useSyncExternalStore(watchUninterrupted, isUninterrupted);
  return waits ? null : <SignInDialog {...props} />;
}

/** Only a user whose session is valid can close the dialog. */
function SignInDialog({ user, reason }: Props) {
  const id = useId();
  const { field, codeField, needsCode, missing, refused, error, busy, submit } = useReauthenticationForm(
    user.username,
  );
  const leaveEnded = useLeaveEndedSession();
  const cancel = () => requiredSignIn.settle('fail');
  const isRequired = reason === 'required';
  const leave = isRequired ? cancel : leaveEnded;
  const text = reauthenticationTexts[reason];
  const dispatch = useDispatch<ShellDispatch>();
  const confirm = () => {
    requiredSignIn.settle('repeat');
    void dispatch(requestCurrentUser());
  };
  useRefetchUserOnFocus();
  return (
    <Dialog
      open
      {...(isRequired && { onClose: cancel })}
      fullWidth
      maxWidth="xs"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <form noValidate method="post" aria-labelledby={`${id}-title`} onSubmit={submit}>
        <DialogTitle id={`${id}-title`}>{text.title}</DialogTitle>
        <DialogContent>
          <Stack spacing={4}>
            <Typography id={`${id}-text`}>{text.text}</Typography>
            <Stack direction="row" spacing={3} sx={{ alignItems: 'center' }}>
              <PersonAvatar name={user.name} image={user.profileImage} />
              <Stack sx={{ minWidth: 0 }}>
                <Typography variant="subtitle2">
                  <Literal>{user.name}</Literal>
                </Typography>
                <Typography variant="caption" color="textSecondary">
                  <Literal>{user.username}</Literal>
                </Typography>
              </Stack>
            </Stack>
            {error !== undefined && !missing && (
              <Alert severity="error">{errorText(error, reauthenticationTexts.failed)}</Alert>
            )}
            {/* Password managers read the username here. */}
            <input hidden readOnly name="username" autoComplete="username" value={user.username} />
            <PasswordField
              label={reauthenticationTexts.password}
              name="password"
              inputRef={field}
              autoComplete="current-password"
              autoFocus
              required
              error={missing || refused}
              helperText={missing && reauthenticationTexts.passwordRequired}
            />
            {needsCode && (
              <TextField
                label={reauthenticationTexts.code}
                inputRef={codeField}
                autoComplete="one-time-code"
                autoFocus
              />
            )}
            <PartBoundary fallback={null} onError={() => false}>
              <Suspense>
                <PasskeyConfirmation username={user.username} onDone={confirm} />
              </Suspense>
            </PartBoundary>
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={leave} disabled={busy}>
            {text.leave}
          </Button>
          <Button type="submit" variant="contained" disabled={busy}>
            {busy ? reauthenticationTexts.signingIn : text.signIn}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
