import { messageReportBody, type MessageView, type ThreadView } from '@dps/contract';
import { schemaErrors } from '@dps/contract/form';
import { ReasonForm } from '../job/actions/ReasonForm.tsx';
import { messagesTexts } from '../texts/messages.ts';
import { threadsApi } from './threads-api.ts';

interface ReportMessageProps {
  thread: ThreadView;
  message: MessageView;
  onClose: () => void;
}

/** Reports a message of the other party to the operator, with a reason. */
export default function ReportMessage({ thread, message, onClose }: ReportMessageProps) {
  const [report] = threadsApi.report.useMutation();
  const { jobId, pilotId, otherName } = thread;
  const { text, done, open: _open, ...words } = messagesTexts.report;
  return (
    <ReasonForm
      {...words}
      text={text(otherName)}
      check={(reason) => schemaErrors(messageReportBody, { reason })['reason']}
      send={async (reason) => {
        await report({ jobId, pilotId, messageId: message.id, reason }).unwrap();
        return done;
      }}
      onClose={onClose}
    />
  );
}
