import { Suspense, useState, type Ref } from 'react';
import { formatInstantDay, type QuestionPart, type QuestionView } from '@dps/contract';
import { useActor } from '@dps/contract/client';
import { findDraft } from '@dps/contract/form';
import { Button, styled, Typography } from '@dps/ui';
import { ToneBadge } from '@dps/ui/data';
import { onDemand } from '@dps/ui/on-demand';
import { ReportButton } from '../reports/ReportButton.tsx';
import { texts } from '../texts/questions.ts';
import { QuestionForm } from './QuestionForm.tsx';
import { questionsApi } from './questions-api.ts';

const ReportDialog = onDemand(() => import(/* webpackChunkName: "confirm" */ '../reports/ReportDialog.tsx'));

// The button of a report stays next to a line that wraps.
const Head = styled('div')({ display: 'flex', alignItems: 'center', gap: 4, marginBottom: 4 });
const Line = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' });
const Words = styled(Typography)({ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: '70ch' });
const Response = styled('div')(({ theme }) => ({
  marginTop: 8,
  paddingLeft: 12,
  borderLeft: `2px solid ${theme.vars.palette.divider}`,
}));
const Answering = styled('div')({ marginTop: 8 });

/** Returns the later version of a question: of the list, or of the response to the answer. */
function latest(listed: QuestionView, sent: QuestionView | undefined): QuestionView {
  return sent?.answeredAt && sent.answeredAt > (listed.answeredAt ?? '') ? sent : listed;
}

interface AnswerFormProps {
  jobId: number;
  question: QuestionView;
  send: ReturnType<typeof questionsApi.answer.useMutation>[0];
}

const draftOf = ({ id }: QuestionView) => `answer-${id}`;

/** The button that opens the form of an answer, and the form. */
function AnswerPart({ jobId, question, send }: AnswerFormProps) {
  const { id: owner } = useActor();
  const { id, text, answer } = question;
  const initial = answer ?? '';
  const [hasDraft] = useState(() => findDraft(draftOf(question), owner, { text: initial }) !== null);
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>(hasDraft ? 'open' : 'untouched');
  const close = () => setState('closed');
  const { form, open, correct, ...words } = texts.answer;
  return (
    <Answering>
      {state === 'open' ? (
        <QuestionForm
          name={form(text)}
          draft={draftOf(question)}
          initial={initial}
          words={words}
          send={(typed) => send({ jobId, id, text: typed }).unwrap()}
          onSent={close}
          autoFocus={!hasDraft}
          primary
          actions={(discard) => (
            <Button
              onClick={() => {
                discard();
                close();
              }}
            >
              {texts.cancel}
            </Button>
          )}
        />
      ) : (
        <Button
          size="small"
          variant="outlined"
          // The form has disappeared, and with it the focus.
          autoFocus={state === 'closed'}
          onClick={() => setState('open')}
        >
          {answer === null ? open : correct}
        </Button>
      )}
    </Answering>
  );
}

interface QuestionProps {
  jobId: number;
  question: QuestionView;
  /** Whether the reader may answer. */
  canAnswer: boolean;
  /** Whether the job is open, so that an answer may still come. */
  isOpen: boolean;
  ref?: Ref<HTMLLIElement>;
}

/** A question with its answer; for the client of an open job, also the form of the answer. */
export function Question({ jobId, question: listed, canAnswer, isOpen, ref }: QuestionProps) {
  const { role } = useActor();
  const [send, { data: sent }] = questionsApi.answer.useMutation();
  const question = latest(listed, sent);
  const { id, text, isOwn, askedAt, answer, answeredAt } = question;
  const [report] = questionsApi.reportQuestion.useMutation();
  const [reported, setReported] = useState<QuestionPart | null>(null);
  return (
    <li ref={ref} {...(ref && { tabIndex: -1 })}>
      <Head>
        <Line>
          {isOwn && <ToneBadge tone="blue" shape="disc" label={texts.own} />}
          {answer === null && isOpen && <ToneBadge tone="yellow" shape="ring" label={texts.open} />}
          <Typography variant="caption" color="textSecondary">
            {texts.asked(formatInstantDay(askedAt))}
          </Typography>
        </Line>
        {!isOwn && (
          <ReportButton
            label={texts.report.question(formatInstantDay(askedAt))}
            onClick={() => setReported('question')}
          />
        )}
      </Head>
      <Words dir="auto">{text}</Words>
      {answer !== null && answeredAt !== null && (
        <Response>
          <Head>
            <Typography variant="caption" color="textSecondary">
              {texts.answered[role](formatInstantDay(answeredAt))}
            </Typography>
            {role === 'pilot' && (
              <ReportButton
                label={texts.report.answer(formatInstantDay(answeredAt))}
                onClick={() => setReported('answer')}
              />
            )}
          </Head>
          <Words dir="auto">{answer}</Words>
        </Response>
      )}
      {reported && (
        <Suspense>
          <ReportDialog
            kind={reported}
            author={texts.report.author[reported]}
            send={(reason) => report({ jobId, id, part: reported, reason }).unwrap()}
            onClose={() => setReported(null)}
          />
        </Suspense>
      )}
      {canAnswer && <AnswerPart jobId={jobId} question={question} send={send} />}
    </li>
  );
}
