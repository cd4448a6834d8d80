import { useId, useState } from 'react';
import { useFormik } from 'formik';
import { endRequestBody, requestChangesBody, type JobView } from '@dps/contract';
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
  /** Sends the text. Resolves with the toast of the result, or rejects with the error of the call. */
  send: (text: string) => Promise<Toast>;
  failed: string;
  onClose: () => void;
  /** Runs after success; by default, the form closes. */
  onDone?: () => void;
}

/** A request with a text in the user's words. After a failure the form keeps the text. */
export function ReasonForm(props: ReasonFormProps) {
  const { title, text, label, submit, check, send, failed, onClose, onDone = onClose } = props;
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
        toast(await send(reason));
        onDone();
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
          <TextField {...field} label={label} multiline rows={5} required />
          {failure && <ErrorNotice error={failure.error} fallback={failed} />}
        </Stack>
      </form>
    </Modal>
  );
}

interface RequestProps {
  job: JobView;
  onClose: () => void;
}

/** Sends submitted work back to the pilot. A card payment that has already succeeded makes the job paid instead. */
function AskForChanges({ job, onClose }: RequestProps) {
  const [requestChanges] = jobsApi.requestChanges.useMutation();
  const { done, paid, ...words } = texts.changes;
  return (
    <ReasonForm
      {...words}
      check={(comment) => schemaErrors(requestChangesBody, { comment })['comment']}
      send={async (comment) => {
        const { status } = await requestChanges({ id: job.id, comment }).unwrap();
        return status === 'paid' ? paid : done;
      }}
      onClose={onClose}
    />
  );
}

const checkReason = (reason: string) => schemaErrors(endRequestBody, { reason })['reason'];

/** Ends the assignment of a started job: as the client after the deadline, or as the pilot. */
export function ReleaseForm({
  job,
  kind,
  onClose,
  onDone = onClose,
}: RequestProps & { kind: 'end' | 'withdraw'; onDone?: () => void }) {
  const [release] = jobsApi.release.useMutation();
  const { done, text, ...words } = texts[kind];
  return (
    <ReasonForm
      {...words}
      text={text(job.pilot?.name ?? texts.pilot)}
      check={checkReason}
      send={async (reason) => {
        await release({ id: job.id, reason }).unwrap();
        return done;
      }}
      onClose={onClose}
      onDone={onDone}
    />
  );
}

/** Asks the pilot to end the assignment of a started job before its deadline. */
function AskForEnd({ job, onClose }: RequestProps) {
  const [requestEnd] = jobsApi.requestEnd.useMutation();
  const { done, text, ...words } = texts.askEnd;
  return (
    <ReasonForm
      {...words}
      text={text(job.pilot?.name ?? texts.pilot)}
      check={checkReason}
      send={async (reason) => {
        await requestEnd({ id: job.id, reason }).unwrap();
        return done;
      }}
      onClose={onClose}
    />
  );
}

/** A request of the client with a reason, as a step of the job dialog. */
export default function ClientRequest({
  kind,
  ...props
}: RequestProps & { kind: 'changes' | 'end' | 'askEnd' }) {
  if (kind === 'changes') return <AskForChanges {...props} />;
  return kind === 'end' ? <ReleaseForm kind="end" {...props} /> : <AskForEnd {...props} />;
}
