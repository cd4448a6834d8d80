import { useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import {
  countCharacters,
  isVisible,
  MESSAGE_FILES,
  MESSAGE_MAX,
  type MessageView,
  type ThreadView,
} from '@dps/contract';
import { useCurrentUser } from '@dps/contract/client';
import { findDraft, useFormDraft, useSubmission, useUnloadWarning } from '@dps/contract/form';
import { Button, ErrorNotice, Icon, styled, TextField, Typography, useMediaQuery } from '@dps/ui';
import { FilePicker } from '../deliverables/FilePicker.tsx';
import { isQueued } from '../job/failures.ts';
import { messagesTexts } from '../texts/messages.ts';
import { UploadList } from '../uploads/UploadList.tsx';
import { threadsApi } from './threads-api.ts';
import { callFile, picker, useMessageFiles } from './useMessageFiles.ts';
import type { TakeBack } from './WaitingMessages.tsx';

const texts = messagesTexts.composer;

const Form = styled('form')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  flexShrink: 0,
  paddingTop: 12,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}));
const Actions = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
});

const SEND = 'M2.01 21 23 12 2.01 3 2 10l15 2-15 2z';

const EMPTY = { text: '' };
/** From this number of remaining characters on, the form shows it. */
const NEAR = 200;

/** Returns the line below the field, and whether the text is too long. */
function helpOf(text: string, isTouch: boolean): { help: string; isTooLong: boolean } {
  const left = MESSAGE_MAX - (text.length < MESSAGE_MAX - NEAR ? text.length : countCharacters(text.trim()));
  if (left < 0) return { help: texts.over(-left), isTooLong: true };
  if (left < NEAR) return { help: texts.left(left), isTooLong: false };
  const key = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl';
  return { help: isTouch ? '' : texts.hint(key), isTooLong: false };
}

/** The text of a message, which survives a visit to another page and a reload. */
function useDraftText({ jobId, pilotId }: ThreadView) {
  const { id } = useCurrentUser();
  const name = `message-${jobId}-${pilotId}`;
  const [text, setText] = useState(() => findDraft(name, id, EMPTY)?.values.text ?? '');
  const forget = useFormDraft(name, id, text === '' ? null : { base: EMPTY, values: { text } });
  const clear = () => {
    // Without a draft, it would prevent the storage of the next one.
    if (text !== '') forget();
    setText('');
  };
  return { text, setText, clear };
}

/** What the waiting messages of the thread do with the form. */
export interface ComposerHandle {
  /** Focuses the field. */
  focus: () => void;
  /** Adds a refused message. */
  takeBack: TakeBack;
}

export interface ComposerProps {
  thread: ThreadView;
  /** The messages that the page has read. */
  messages: readonly MessageView[];
  /** Whether sending is the main action of the screen. */
  isMain: boolean;
  /** Called when the server has stored the message, or when it waits on this device. */
  onSent: () => void;
  ref: Ref<ComposerHandle>;
}

/** The field, the files and the button with which a user writes a message. The draft of each thread is kept. */
export function Composer({ thread, messages, isMain, onSent, ref }: ComposerProps) {
  const { jobId, pilotId, jobTitle, otherName } = thread;
  const { text, setText, clear: clearText } = useDraftText(thread);
  const { files, refusals, add, addAgain, clear: clearFiles } = useMessageFiles(thread, messages);
  const [send, { isLoading }] = threadsApi.send.useMutation();
  const submitOnce = useSubmission();
  const [failure, setFailure] = useState<{ error: unknown; fallback: string } | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const focus = () => field.current?.focus();
  const takeBack: TakeBack = (refused) => {
    focus();
    if (!addAgain(refused.files)) return false;
    setText((now) => [now, refused.text].filter(Boolean).join('\n\n'));
    return true;
  };
  useImperativeHandle(ref, () => ({ focus, takeBack }));
  const isTouch = useMediaQuery('(pointer: coarse)', { noSsr: true });
  const { help, isTooLong } = helpOf(text, isTouch);
  const isUnfinished = files.some(({ state }) => state !== 'done');
  const isRefused = files.some(({ state }) => state === 'failed');
  // A draft has uploaded files only.
  useUnloadWarning(isUnfinished);
  const isEmpty = !isVisible(text) && files.length === 0;

  const sent = () => {
    clearText();
    clearFiles();
    setFailure(null);
    onSent();
  };
  const submit = async () => {
    focus();
    if (isLoading || isEmpty || isTooLong || isRefused) return;
    const message = { jobId, pilotId, text: text.trim(), files: files.flatMap(callFile) };
    try {
      await submitOnce(message, (idempotencyKey) => send({ ...message, jobTitle, idempotencyKey }).unwrap());
      sent();
    } catch (error) {
      if (isQueued(error)) sent();
      else setFailure({ error, fallback: texts.failed });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };

  return (
    <Form
      noValidate
      aria-label={texts.label(otherName)}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label={texts.label(otherName)}
        inputRef={field}
        multiline
        minRows={2}
        maxRows={8}
        value={text}
        readOnly={isLoading}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        error={isTooLong}
        steady={false}
        helperText={help}
      />
      {files.length > 0 && (
        <UploadList uploads={files} heading={<Typography variant="subtitle2">{texts.files}</Typography>} />
      )}
      <div role="status">
        {isUnfinished && (
          <Typography variant="caption" color="textSecondary">
            {isRefused ? texts.notUploaded : texts.uploading}
          </Typography>
        )}
        {refusals.map(({ description }) => (
          <Typography key={description} variant="caption" color="error" component="p">
            {description}
          </Typography>
        ))}
      </div>
      {failure && <ErrorNotice {...failure} />}
      <Actions>
        {files.length < MESSAGE_FILES ? (
          <FilePicker label={texts.attach} multiple accept={picker.accept} onFiles={add} />
        ) : (
          <Typography variant="caption" color="textSecondary">
            {texts.full}
          </Typography>
        )}
        <Button
          type="submit"
          variant={isMain ? 'contained' : 'outlined'}
          aria-disabled={isLoading || isEmpty || isTooLong || isRefused}
          startIcon={<Icon path={SEND} size={18} />}
        >
          {texts.send}
        </Button>
      </Actions>
    </Form>
  );
}
