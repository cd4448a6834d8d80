import { useEffect, useEffectEvent, useState } from 'react';
import { isObject, MESSAGE_FILES, type MessageView, type ThreadView } from '@dps/contract';
import { useCurrentUser, type CallFile } from '@dps/contract/client';
import { findDraft, useFormDraft } from '@dps/contract/form';
import { jobsApi } from '../api.ts';
import { fileKey, jobsPagePicker, pickFiles, type Refusal } from '../job-form/attachment-picker.ts';
import { messagesTexts } from '../texts/messages.ts';
import type { Upload, UploadedFile } from '../uploads/upload-store.ts';
import { useUploadActions } from '../uploads/useUploadActions.ts';
import { useUploads } from '../uploads/useUploads.ts';
import type { ThreadKey } from './threads-api.ts';

const texts = messagesTexts.composer;

/** The picker of the form, for its files. */
export const picker = { ...jobsPagePicker, tooMany: { title: texts.files, description: texts.full } };

const EMPTY = { files: '' };

const isUploaded = (value: unknown): value is UploadedFile =>
  isObject(value) &&
  typeof value['id'] === 'number' &&
  isObject(value['file']) &&
  typeof value['file']['name'] === 'string' &&
  typeof value['file']['size'] === 'number';

/** Reads the files of a draft. Another release may have stored them in another form. */
function readFiles(json: string): UploadedFile[] {
  const files: unknown = JSON.parse(json);
  return Array.isArray(files) ? files.filter(isUploaded) : [];
}

/** Returns the file of an upload for the call of its message. The server has the content of a finished one. */
export function callFile({ state, id, file, idempotencyKey }: Upload): CallFile | [] {
  const { name, size, type, lastModified } = file;
  if (state === 'done' && id !== null) return { id, file: { name, size, type, lastModified } };
  return file instanceof File ? { id: null, file, idempotencyKey } : [];
}

/** Keeps the uploaded files of the message in this browser. Returns those of the draft with which the form has started. */
function useDraftFiles({ jobId, pilotId }: ThreadKey, uploads: readonly Upload[]) {
  const { id } = useCurrentUser();
  const name = `message-files-${jobId}-${pilotId}`;
  const [drafted] = useState(() => {
    const draft = findDraft(name, id, EMPTY);
    return draft ? readFiles(draft.values.files) : [];
  });
  const files = uploads.flatMap(callFile).filter(isUploaded);
  const hasFiles = files.length > 0;
  const forget = useFormDraft(
    name,
    id,
    hasFiles ? { base: EMPTY, values: { files: JSON.stringify(files) } } : null,
  );
  // Without a draft, it would prevent the storage of the next one.
  return { drafted, forgetDraft: () => hasFiles && forget() };
}

/**
 * The files of the message, which are uploaded before it. Without those of a sent message whose response was lost. Uploaded files
 * survive a reload, as long as the server has them.
 */
export function useMessageFiles({ jobId, jobTitle, pilotId }: ThreadView, messages: readonly MessageView[]) {
  const sent = new Set(messages.flatMap((message) => message.files.map(({ id }) => id)));
  const uploads = useUploads('message', jobId);
  const files = uploads.filter(({ id, job }) => job.pilotId === pilotId && (id === null || !sent.has(id)));
  const { start, restore, forget } = useUploadActions();
  const { drafted, forgetDraft } = useDraftFiles({ jobId, pilotId }, files);
  const [readUnsent] = jobsApi.unsentFiles.useLazyQuery();
  const job = { id: jobId, title: jobTitle, pilotId };
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const add = (chosen: readonly File[]) => {
    const attached = files.map(({ file }) => file);
    const { accepted, refusals: refused } = pickFiles(chosen, { picker, files: attached, attached: 0 });
    setRefusals(refused);
    if (accepted.length > 0) start('message', job, accepted);
  };
  /** Adds files that the server had, and removes them again if it no longer has them. */
  const addUploaded = async (uploaded: readonly UploadedFile[]) => {
    const added = restore(job, uploaded);
    if (added.length === 0) return;
    const { data } = await readUnsent(jobId);
    const ids = data?.map(({ id }) => id);
    for (const { key, id } of added) if (ids && id !== null && !ids.includes(id)) forget(key);
  };
  const addDrafted = useEffectEvent(() => void addUploaded(drafted));
  useEffect(() => addDrafted(), []);
  /** Adds the files of a refused message. Returns false if there is no room for them. */
  const addAgain = (refused: readonly CallFile[]) => {
    const attached = new Set(files.map(({ file }) => fileKey(file)));
    const added = refused.filter(({ file }) => !attached.has(fileKey(file)));
    const hasRoom = files.length + added.length <= MESSAGE_FILES;
    setRefusals(hasRoom ? [] : [picker.tooMany]);
    if (!hasRoom) return false;
    const uploaded = added.filter((each) => each.id !== null);
    const unsent = added.flatMap((each) => (each.id === null ? each.file : []));
    void addUploaded(uploaded);
    start('message', job, unsent);
    return true;
  };
  const clear = () => {
    setRefusals([]);
    forgetDraft();
    for (const { key } of files) forget(key);
  };
  return { files, refusals, add, addAgain, clear };
}
