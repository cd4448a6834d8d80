import { useId, useState } from 'react';
import { useFormik } from 'formik';
import { requestChangesBody, type JobView } from '@dps/contract';
import { schemaErrors } from '@dps/contract/form';
import { Button, ErrorNotice, Stack, TextField, Typography, useFormikField } from '@dps/ui';
import { Modal } from '@dps/ui/data';
import { toast, type Toast } from '@dps/ui/toast';
import { jobsApi } from '../../api.ts';
import { texts } from '../../texts/requests.ts';

interface ReasonFormProps {
  title: string;
  /** What follows from the request. */
  text: string;
  label: string;
  submit: string;
  /** Returns why the typed text cannot be sent. */
  check: (text: string) => string | undefined;
  /** Sends the text. Rejects with the error of the call. */
  send: (text: string) => Promise<unknown>;
  done: Toast;
  failed: string;
  onClose: () => void;
}

/** A request with a text in the user's words. After a failure the form keeps the text. */
function ReasonForm(props: ReasonFormProps) {
  const { title, text, label, submit, check, send, done, failed, onClose } = props;
  const formId = useId();
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const formik = useFormik({
    initialValues: { reason: '' },
    validate: ({ reason }) => {
      const problem = check(reason);
      return problem === undefined ? {} : { reason: problem };
    },
    onSubmit: async ({ reason }) => {
      setFailure(null);
      try {
        await send(reason);
        toast(done);
        onClose();
      } catch (error) {
        setFailure({ error });
      }
    },
  });
  const field = useFormikField(formik, 'reason');
  const busy = formik.isSubmitting;
  return (
    <Modal
      title={title}
      onClose={onClose}
      busy={busy}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={formId} variant="contained" loading={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate aria-label={title} onSubmit={formik.handleSubmit}>
        <Stack spacing={4}>
          <Typography>{text}</Typography>
          <TextField {...field} label={label} multiline rows={5} steady required />
          {failure && <ErrorNotice error={failure.error} fallback={failed} />}
        </Stack>
      </form>
    </Modal>
  );
}

/** The form with which the client sends submitted work back to the pilot, as a step of the job dialog. */
export default function AskForChanges({ job, onClose }: { job: JobView; onClose: () => void }) {
  const [requestChanges] = jobsApi.requestChanges.useMutation();
  return (
    <ReasonForm
      {...texts.changes}
      check={(comment) => schemaErrors(requestChangesBody, { comment })['comment']}
      send={(comment) => requestChanges({ id: job.id, comment }).unwrap()}
      onClose={onClose}
    />
  );
}
