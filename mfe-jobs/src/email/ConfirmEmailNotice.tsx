import { useEffect } from 'react';
import { paths, type Role } from '@dps/contract';
import { coreApi, errorText, moduleEndpoints, useCurrentUser } from '@dps/contract/client';
import { Alert, Button, ButtonLink, Stack, styled, Typography } from '@dps/ui';

/** Texts of the notice for users who have to confirm their email address. */
const texts = {
  title: 'Confirm your email address',
  why: {
    client: (address: string) =>
      `Your jobs are published when you open the link in the mail that we sent to ${address}.`,
    pilot: (address: string) =>
      `Before you accept jobs, open the link in the mail that we sent to ${address}.`,
  } satisfies Record<Role, (address: string) => string>,
  send: 'Send the Mail Again',
  sent: 'The mail is on its way.',
  failed: 'The mail could not be sent. Please try again.',
  change: 'Change Address',
} as const;

const api = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  sendConfirmation: build.mutation<void, void>({
    query: () => ({ url: paths.sendConfirmation(), method: 'POST' }),
    // The address may be confirmed by now: then there is no mail, and no notice.
    invalidatesTags: ['CurrentUser'],
  }),
}));

const Place = styled(Alert)({ marginBottom: 16, overflowWrap: 'anywhere' });

/** Reads the user again when the page becomes visible: the link may have been opened in another tab or browser. */
function useFreshUser(): void {
  const { refetch } = coreApi.useCoreCurrentUserQuery();
  useEffect(() => {
    const check = () => {
      if (document.visibilityState === 'visible') void refetch();
    };
    document.addEventListener('visibilitychange', check);
    window.addEventListener('focus', check);
    return () => {
      document.removeEventListener('visibilitychange', check);
      window.removeEventListener('focus', check);
    };
  }, [refetch]);
}

/** The reason why jobs of the user are not published, or why the user cannot accept jobs yet, with a button that sends the mail again. */
export default function ConfirmEmailNotice() {
  const { role, email, pendingEmail } = useCurrentUser();
  const [send, { isLoading, isSuccess, error }] = api.sendConfirmation.useMutation();
  useFreshUser();
  return (
    <Place severity="info" role="note">
      <Typography variant="h3" component="p">
        {texts.title}
      </Typography>
      <Typography>{texts.why[role](pendingEmail ?? email)}</Typography>
      <Stack direction="row" sx={{ marginTop: 3, flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Button variant="outlined" size="small" loading={isLoading} onClick={() => void send()}>
          {texts.send}
        </Button>
        <ButtonLink to="/profile" size="small">
          {texts.change}
        </ButtonLink>
        <span role="status">{isSuccess ? texts.sent : error && errorText(error, texts.failed)}</span>
      </Stack>
    </Place>
  );
}
