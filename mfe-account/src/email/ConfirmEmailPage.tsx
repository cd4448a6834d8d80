import { coreApi, useSession } from '@dps/contract/client';
import { Button, ButtonLink, ErrorNotice, Stack } from '@dps/ui';
import { toast } from '@dps/ui/toast';
import { NarrowPage } from '../forms/NarrowPage.tsx';
import { useLinkToken } from '../forms/useLinkToken.ts';
import { emailApi } from './email-api.ts';
import { texts } from '../texts/email.ts';

const { page } = texts;

/** Leads to the dashboard: after the sign-in, in a browser without a session. */
function Continue() {
  return (
    <ButtonLink to="/" variant="outlined" size="large" fullWidth>
      {page.next}
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
 * `/confirm-email#…`: confirms an email address by the token of a mailed link. The button keeps programs that open the links of
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
    if (session.state === 'signed-in') void refetch();
  };
  if (isSuccess)
    return (
      <NarrowPage title={page.doneTitle} intro={page.done}>
        <Continue />
      </NarrowPage>
    );
  return (
    <NarrowPage title={page.title} intro={token === '' ? page.incomplete : page.intro}>
      {token === '' ? (
        <OpenProfile />
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
