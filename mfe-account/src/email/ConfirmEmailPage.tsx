import { coreApi, useSession } from '@dps/contract/client';
import { Button, ButtonLink, ErrorNotice, Stack } from '@dps/ui';
import { toast } from '@dps/ui/toast';
import { NarrowPage } from '../forms/NarrowPage.tsx';
import { useLinkToken } from '../forms/useLinkToken.ts';
import { emailApi } from './email-api.ts';
import { texts } from '../texts/email.ts';

const { page } = texts;

/** Leads to the dashboard. */
function Continue() {
  return (
    <ButtonLink to="/" variant="outlined" size="large" fullWidth>
      {page.next}
    </ButtonLink>
  );
}

/** Leads to the sign-in page, and then back to this page: a confirmation belongs to the signed-in account. */
function SignIn({ token }: { token: string }) {
  const from = `/confirm-email#${token}`;
  return (
    <ButtonLink to="/login" state={{ from }} variant="contained" size="large" fullWidth>
      {page.signIn}
    </ButtonLink>
  );
}

/** Leads to the page that sends the mail again. */
function OpenProfile() {
  return (
    <ButtonLink to="/profile" variant="outlined" size="large" fullWidth>
      {page.profile}
    </ButtonLink>
  );
}

/**
 * `/confirm-email#…`: confirms an email address of the signed-in user by the token of a mailed link. The button keeps programs that open the links of
 * mails from using the token up.
 */
export default function ConfirmEmailPage() {
  const token = useLinkToken();
  const session = useSession();
  const { refetch } = coreApi.useCoreCurrentUserQuery();
  const [confirm, { isLoading, isSuccess, error }] = emailApi.confirmEmail.useMutation();
  const submit = async () => {
    const { error: failure } = await confirm({ token });
    if (failure) return;
    toast({ title: page.doneTitle });
    void refetch();
  };
  if (isSuccess)
    return (
      <NarrowPage title={page.doneTitle} intro={page.done}>
        <Continue />
      </NarrowPage>
    );
  const isSignedOut = session.state === 'signed-out';
  return (
    <NarrowPage
      title={page.title}
      intro={token === '' ? page.incomplete : isSignedOut ? page.signInFirst : page.intro}
    >
      {token === '' ? (
        <OpenProfile />
      ) : isSignedOut ? (
        <SignIn token={token} />
      ) : (
        <Stack spacing={2}>
          {error !== undefined && <ErrorNotice error={error} fallback={page.failed} />}
          <Button
            variant="contained"
            size="large"
            fullWidth
            loading={isLoading}
            onClick={() => void submit()}
          >
            {isLoading ? page.submitting : page.submit}
          </Button>
          {error !== undefined && <OpenProfile />}
        </Stack>
      )}
    </NarrowPage>
  );
}
