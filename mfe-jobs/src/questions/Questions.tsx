import { useEffect, useRef, useState } from 'react';
import { may, type JobView, type QuestionView } from '@dps/contract';
import { useActor } from '@dps/contract/client';
import { ErrorNotice, styled, Typography } from '@dps/ui';
import { LoadingShape } from '@dps/ui/loading-shape';
import { DialogPart } from '../job/dialog/DialogPart.tsx';
import { texts } from '../texts/questions.ts';
import { Question } from './Question.tsx';
import { QuestionForm } from './QuestionForm.tsx';
import { questionsApi } from './questions-api.ts';

const List = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li + li': { marginTop: 12, paddingTop: 12, borderTop: `1px solid ${theme.vars.palette.divider}` },
}));
const Asking = styled('div')({ marginTop: 16 });

/** Unanswered questions first. A question keeps its place when it is answered, so that the focus does not move. */
function useUnansweredFirst(questions: readonly QuestionView[]): readonly QuestionView[] {
  const [answered] = useState(
    () => new Set(questions.flatMap(({ id, answer }) => (answer === null ? [] : id))),
  );
  return questions.toSorted((a, b) => Number(answered.has(a.id)) - Number(answered.has(b.id)));
}

/** The list for the client of an open job. */
function ToAnswer({ jobId, questions }: { jobId: number; questions: readonly QuestionView[] }) {
  const inOrder = useUnansweredFirst(questions);
  return (
    <List>
      {inOrder.map((question) => (
        <Question key={question.id} jobId={jobId} question={question} canAnswer isOpen />
      ))}
    </List>
  );
}

/** The list for all other readers, and for a pilot without an own question the form of one. */
function ToRead({ job, questions }: { job: JobView; questions: readonly QuestionView[] }) {
  const actor = useActor();
  const [ask, { data: asked }] = questionsApi.ask.useMutation();
  const own = useRef<HTMLLIElement>(null);
  const all = asked && !questions.some(({ id }) => id === asked.id) ? [...questions, asked] : questions;
  // The form disappears and would lose the focus.
  useEffect(() => {
    if (asked) own.current?.focus();
  }, [asked]);
  const canAsk = may('questions.ask', actor, job) && !all.some(({ isOwn }) => isOwn);
  const { form, ...words } = texts.ask;
  return (
    <>
      <List>
        {all.map((question) => (
          <Question
            key={question.id}
            jobId={job.id}
            question={question}
            canAnswer={false}
            isOpen={job.pilotId === null}
            {...(question.isOwn && { ref: own })}
          />
        ))}
      </List>
      {canAsk && (
        <Asking>
          <QuestionForm
            name={form}
            draft={`question-${job.id}`}
            initial=""
            words={words}
            send={(text) => ask({ jobId: job.id, text }).unwrap()}
          />
        </Asking>
      )}
    </>
  );
}

/** The part of a job dialog with questions. While the job is open, pilots ask and the client answers. Later, it is there only with questions. */
export default function Questions({ job }: { job: JobView }) {
  const actor = useActor();
  const { role } = actor;
  // A pilot receives no events of the questions of others.
  const { data, error, refetch } = questionsApi.questions.useQuery(job.id, {
    refetchOnMountOrArgChange: true,
  });
  const isOpen = job.pilotId === null;
  if (!isOpen && !error && !data?.length) return null;
  return (
    <DialogPart title={texts.title}>
      {!data && !error && <LoadingShape text={texts.loading} shape="rows" count={1} />}
      {error && <ErrorNotice error={error} fallback={texts.loadFailed} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Typography color="textSecondary">{texts.none[role]}</Typography>}
      {data &&
        (may('questions.answer', actor, job) ? (
          <ToAnswer jobId={job.id} questions={data} />
        ) : (
          <ToRead job={job} questions={data} />
        ))}
    </DialogPart>
  );
}
