import { useId } from 'react';
import type { UserView } from '@dps/contract';
import { errorText } from '@dps/contract/client';
import { Alert, Button, PasswordField, Stack, styled, TextField, Typography } from '@dps/ui';
import { Dialog, DialogActions, DialogContent, DialogTitle, PersonAvatar } from '@dps/ui/data';
import { reauthenticationTexts as texts } from '../texts/reauthentication.ts';
import { recentSignIn } from './recent-sign-in.ts';
import { useLeaveEndedSession, useReauthenticationForm, useRefetchUserOnFocus } from './reauthentication.ts';

const Person = styled('div')({ display: 'flex', alignItems: 'center', gap: 12, minWidth: 0 });
const TextColumn = styled('div')({ minWidth: 0 });

function UserLine({ name, username, image }: { name: string; username: string; image: string | null }) {
  return (
    <Person>
      <PersonAvatar name={name} image={image} />
      <TextColumn>
        <Typography variant="subtitle2">{name}</Typography>
        <Typography variant="caption" color="textSecondary" component="p">
          {username}
        </Typography>
      </TextColumn>
    </Person>
  );
}

interface Props {
  user: UserView;
  /** The session has ended, or a call requires a recent sign-in. */
  reason: 'ended' | 'required';
}

/** The dialog in which the user on screen signs in again. Only a user whose session is valid can close it. */
export default function SignInAgain({ user, reason }: Props) {
  const id = useId();
  const form = useReauthenticationForm(user.username);
  const { field, password, missing, refused, error, busy, change, submit } = form;
  const leaveEnded = useLeaveEndedSession();
  const cancel = () => recentSignIn.settle('fail');
  const isRequired = reason === 'required';
  const leave = isRequired ? cancel : leaveEnded;
  const text = texts[reason];
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
            <UserLine name={user.name} username={user.username} image={user.profileImage} />
            {error !== undefined && !missing && (
              <Alert severity="error">{errorText(error, texts.failed)}</Alert>
            )}
            {/* Password managers read the username here. */}
            <input hidden readOnly name="username" autoComplete="username" value={user.username} />
            <PasswordField
              label={texts.password}
              name="password"
              inputRef={field}
              autoComplete="current-password"
              autoFocus
              required
              value={password}
              onChange={change}
              error={missing || refused}
              helperText={missing && texts.passwordRequired}
            />
            {form.needsCode && (
              <TextField
                label={texts.code}
                inputRef={form.codeField}
                autoComplete="one-time-code"
                autoFocus
                value={form.code}
                onChange={form.changeCode}
              />
            )}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={leave} disabled={busy}>
            {text.leave}
          </Button>
          <Button type="submit" variant="contained" disabled={busy}>
            {busy ? texts.signingIn : text.signIn}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
