import { texts } from '../texts/reset.ts';
import { MailedPasswordForm } from './MailedPasswordForm.tsx';
import { resetApi } from './reset-api.ts';

/** `/reset-password#…`: replaces a forgotten password by the token of a mailed link. */
export default function ResetPasswordPage() {
  const [send] = resetApi.resetPassword.useMutation();
  return <MailedPasswordForm t={texts.reset} send={send} />;
}
