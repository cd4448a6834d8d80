import { useId } from 'react';
import type { UserView } from '@dps/contract';
import { errorText, useSessionEnded } from '@dps/contract/client';
import { Alert, Button, PasswordField, Stack, styled, Typography } from '@dps/ui';
import { Dialog, DialogActions, DialogContent, DialogTitle, PersonAvatar } from '@dps/ui/data';
import { frameTexts } from '../texts/frame.ts';
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

function SignInAgain({ user }: { user: UserView }) {
  const id = useId();
  const { field, password, missing, refused, error, busy, change, submit } = useReauthenticationForm(
    user.username,
  );
  const leave = useLeaveEndedSession();
  useRefetchUserOnFocus();
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <form noValidate method="post" aria-labelledby={`${id}-title`} onSubmit={submit}>
        <DialogTitle id={`${id}-title`}>{frameTexts.ended.title}</DialogTitle>
        <DialogContent>
          <Stack spacing={4}>
            <Typography id={`${id}-text`}>{frameTexts.ended.text}</Typography>
            <UserLine name={user.name} username={user.username} image={user.profileImage} />
            {error !== undefined && !missing && (
              <Alert severity="error">{errorText(error, frameTexts.ended.failed)}</Alert>
            )}
            {/* Password managers read the username here. */}
            <input hidden readOnly name="username" autoComplete="username" value={user.username} />
            <PasswordField
              label={frameTexts.ended.password}
              name="password"
              inputRef={field}
              autoComplete="current-password"
              autoFocus
              required
              value={password}
              onChange={change}
              error={missing || refused}
              helperText={missing && frameTexts.ended.passwordRequired}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={leave} disabled={busy}>
            {frameTexts.ended.leave}
          </Button>
          <Button type="submit" variant="contained" disabled={busy}>
            {busy ? frameTexts.ended.signingIn : frameTexts.ended.signIn}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** A dialog over the page of a user whose session has ended elsewhere. It requires the password and keeps the page. */
export function EndedSession({ user }: { user: UserView }) {
  return useSessionEnded() ? <SignInAgain user={user} /> : null;
}
