import { useState, type ReactNode } from 'react';
import { useFormik } from 'formik';
import { countCharacters, QUESTION_MAX, questionBody } from '@dps/contract';
import { useActor } from '@dps/contract/client';
import { findDraft, schemaErrors, useFormDraft } from '@dps/contract/form';
import { Button, ErrorNotice, styled, TextField, useFocusFirstError, useFormikField } from '@dps/ui';
import { toast, type Toast } from '@dps/ui/toast';
import { texts } from '../texts/questions.ts';

const Help = styled('span')({ display: 'flex', gap: 16, justifyContent: 'space-between' });
const Count = styled('span')({ flexShrink: 0, fontVariantNumeric: 'tabular-nums' });
const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 8 });
const Failed = styled('div')({ marginTop: 8 });

const grouped = (count: number) => count.toLocaleString('en-US');

interface QuestionFormProps {
  /** The accessible name of the form. */
  name: string;
  /** The name of its draft. */
  draft: string;
  /** The text with which the form starts. */
  initial: string;
  words: Readonly<Record<'label' | 'hint' | 'submit' | 'failed', string>> & { done: Toast };
  /** Sends the text, or rejects with the error of the call. */
  send: (text: string) => Promise<unknown>;
  onSent?: () => void;
  autoFocus?: boolean;
  /** A prominent submit button. */
  primary?: boolean;
  /** Buttons after the submit button. `discard` deletes the draft. */
  actions?: (discard: () => void) => ReactNode;
}

/** The form of a question or an answer, with a counter. Its text survives a reload, and a failure. */
export function QuestionForm(props: QuestionFormProps) {
  const { name, draft, initial, words, send, onSent, autoFocus = false, primary = false, actions } = props;
  const { id: owner } = useActor();
  const base = { text: initial };
  const [values] = useState(() => findDraft(draft, owner, base)?.values ?? base);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const formik = useFormik({
    initialValues: values,
    validate: (typed) => schemaErrors(questionBody, typed),
    onSubmit: async ({ text }) => {
      setFailure(null);
      try {
        await send(text);
        discard();
        toast(words.done);
        onSent?.();
      } catch (error) {
        setFailure({ error });
      }
    },
  });
  const { text } = formik.values;
  const discard = useFormDraft(draft, owner, text === initial ? null : { base, values: formik.values });
  const form = useFocusFirstError(formik);
  const { helperText = words.hint, ...field } = useFormikField(formik, 'text');
  return (
    <form ref={form} noValidate aria-label={name} onSubmit={formik.handleSubmit}>
      <TextField
        {...field}
        label={words.label}
        multiline
        rows={3}
        required
        autoFocus={autoFocus}
        helperText={
          <Help>
            <span>{helperText}</span>
            <Count>{texts.counter(grouped(countCharacters(text)), grouped(QUESTION_MAX))}</Count>
          </Help>
        }
      />
      {failure && (
        <Failed>
          <ErrorNotice error={failure.error} fallback={words.failed} />
        </Failed>
      )}
      <Buttons>
        <Button type="submit" variant={primary ? 'contained' : 'outlined'} loading={formik.isSubmitting}>
          {words.submit}
        </Button>
        {actions?.(discard)}
      </Buttons>
    </form>
  );
}
