import { useId } from 'react';
import type { PasskeyView } from '@dps/contract';
import { ErrorNotice, TextField, useFormikField } from '@dps/ui';
import { Modal } from '@dps/ui/data';
import { toast } from '@dps/ui/toast';
import { SubmitButton } from '../forms/buttons.tsx';
import { useValidatedForm } from '../forms/useValidatedForm.ts';
import { ValidatedForm } from '../forms/ValidatedForm.tsx';
import { passkeysApi } from './passkeys-api.ts';
import { texts } from '../texts/passkeys.ts';

const { dialog: t } = texts;

interface Props {
  passkey: PasskeyView;
  onClose: () => void;
}

/** The dialog with the name of a passkey. */
export default function RenameDialog({ passkey, onClose }: Props) {
  const formId = useId();
  const [rename] = passkeysApi.renamePasskey.useMutation();
  const { failure, ...formik } = useValidatedForm({
    initialValues: { name: passkey.name },
    check: ({ name }): Record<string, string> => (name.trim() ? {} : { name: t.missing }),
    send: async ({ name }) => {
      const { error } = await rename({ id: passkey.id, name: name.trim() });
      if (!error) {
        toast(t.done);
        onClose();
      }
      return { error };
    },
  });
  const name = useFormikField(formik, 'name', 'passkey');
  const submit = { label: t.submit, busyLabel: t.submitting, busy: formik.isSubmitting };
  return (
    <Modal
      title={t.title}
      onClose={onClose}
      busy={formik.isSubmitting}
      maxWidth="xs"
      actions={<SubmitButton form={formId} {...submit} />}
    >
      <ValidatedForm formik={formik} id={formId} spacing={4}>
        <TextField {...name} label={t.name} autoComplete="off" autoFocus required />
        {failure !== undefined && <ErrorNotice error={failure} fallback={t.failed} />}
      </ValidatedForm>
    </Modal>
  );
}
