import { useId } from 'react';
import { ErrorNotice, TextField, Typography, useFormikField } from '@dps/ui';
import { Modal } from '@dps/ui/data';
import { SubmitButton } from '../forms/buttons.tsx';
import { useValidatedForm } from '../forms/useValidatedForm.ts';
import { ValidatedForm } from '../forms/ValidatedForm.tsx';
import { dataApi } from './data-api.ts';
import { texts } from '../texts/personal-data.ts';

const { dialog: t } = texts;

/** The dialog that requests the deletion of the account. Its user types the username, so that no click alone does. */
export default function DeletionDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const formId = useId();
  const [request] = dataApi.requestDeletion.useMutation();
  const { failure, ...formik } = useValidatedForm({
    initialValues: { username: '' },
    check: (values): Record<string, string> => (values.username.trim() ? {} : { username: t.missing }),
    send: async (values) => {
      const { error } = await request({ username: values.username.trim() });
      if (!error) onClose();
      return { error };
    },
  });
  const field = useFormikField(formik, 'username', 'deletion');
  return (
    <Modal
      title={t.title}
      onClose={onClose}
      busy={formik.isSubmitting}
      actions={
        <SubmitButton
          form={formId}
          label={t.submit}
          busyLabel={t.submitting}
          busy={formik.isSubmitting}
          danger
        />
      }
    >
      <ValidatedForm formik={formik} id={formId} spacing={4}>
        <Typography>{t.text}</Typography>
        <TextField
          {...field}
          label={t.username}
          helperText={field.helperText ?? t.confirm(username)}
          autoComplete="off"
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
          required
        />
        {failure !== undefined && <ErrorNotice error={failure} fallback={t.failed} />}
      </ValidatedForm>
    </Modal>
  );
}
