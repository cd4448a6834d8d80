import { texts } from '../texts/reset.ts';
import { MailedPasswordForm } from './MailedPasswordForm.tsx';
import { resetApi } from './reset-api.ts';

/** `/restore-account#…`: undoes a change of the address by the token of the link to the previous one, with a new password. */
export default function RestoreAccountPage() {
  const [send] = resetApi.undoEmailChange.useMutation();
  return <MailedPasswordForm t={texts.restore} send={send} />;
}
