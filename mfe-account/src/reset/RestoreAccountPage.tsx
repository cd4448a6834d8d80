import { styled } from '@dps/ui';
import { texts } from '../texts/reset.ts';
import { resetApi } from './reset-api.ts';
import { MailedPasswordPage } from './ResetPasswordPage.tsx';

const { restore } = texts;
const Effects = styled('ul')({ margin: '0 0 24px', paddingLeft: 20 });

/** `/restore-account#…`: undoes a change of the address by the token of the link to the previous one, with a new password. */
export default function RestoreAccountPage() {
  const [send] = resetApi.undoEmailChange.useMutation();
  return (
    <MailedPasswordPage t={restore} send={send}>
      <Effects>
        {restore.effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </Effects>
    </MailedPasswordPage>
  );
}
