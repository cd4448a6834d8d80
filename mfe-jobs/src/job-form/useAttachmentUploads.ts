import { useRef, useState } from 'react';
import type { JobView } from '@dps/shared-contracts';
import { useCurrentUser } from '@dps/shared-contracts/client';
import { toast } from '@dps/shared-contracts/ui/toast';
import { jobsApi } from '../api.ts';
import { texts } from '../texts.ts';
import { encodeFile } from './encode-file.ts';

export type UploadState = 'waiting' | 'uploading' | 'done' | 'failed';

/** A file on its way to a job that exists. */
export interface Upload {
  id: number;
  job: Pick<JobView, 'id' | 'title'>;
  file: File;
  state: UploadState;
}

/** Sends files to jobs, one call for each, one after the other. One that fails stays, to be tried again or given up. */
export function useAttachmentUploads() {
  const { id: uploadedBy } = useCurrentUser();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [addAttachment] = jobsApi.addAttachment.useMutation();
  const lastId = useRef(0);

  const setState = (id: number, state: UploadState) =>
    setUploads((before) => before.map((each) => (each.id === id ? { ...each, state } : each)));

  const send = async ({ id, job, file }: Upload): Promise<boolean> => {
    setState(id, 'uploading');
    try {
      const body = { ...(await encodeFile(file)), uploadedBy };
      await addAttachment({ jobId: job.id, body }).unwrap();
      setState(id, 'done');
      return true;
    } catch {
      setState(id, 'failed');
      toast(texts.toasts.uploadFailed(file.name));
      return false;
    }
  };

  /** Resolves with true when every file arrived. */
  const start = async (job: Upload['job'], files: readonly File[]): Promise<boolean> => {
    const added = files.map((file): Upload => {
      lastId.current += 1;
      return { id: lastId.current, job, file, state: 'waiting' };
    });
    setUploads((before) => [...before.filter(({ state }) => state !== 'done'), ...added]);
    const results: boolean[] = [];
    for (const upload of added) results.push(await send(upload));
    return results.every(Boolean);
  };

  return {
    uploads,
    start,
    retry: send,
    dismiss: (id: number) => setUploads((before) => before.filter((each) => each.id !== id)),
  };
}
