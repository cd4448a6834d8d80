import { messageReportBody, type QuestionPart } from '@dps/contract';
import { schemaErrors } from '@dps/contract/form';
import { ReasonForm } from '../job/actions/ReasonForm.tsx';
import { texts } from '../texts/reports.ts';

interface ReportDialogProps {
  kind: 'message' | QuestionPart;
  /** The author, as the reader knows the user. */
  author: string;
  /** Sends the report, or rejects with the error of the call. */
  send: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Reports a text of another user to the operator, with a reason. */
export default function ReportDialog({ kind, author, send, onClose }: ReportDialogProps) {
  const { text, done, ...words } = texts[kind];
  return (
    <ReasonForm
      {...words}
      text={text(author)}
      label={texts.label}
      submit={texts.submit}
      check={(reason) => schemaErrors(messageReportBody, { reason })['reason']}
      send={async (reason) => {
        await send(reason);
        return done;
      }}
      onClose={onClose}
    />
  );
}
