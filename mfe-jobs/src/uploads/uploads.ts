import { toast } from '@dps/shared-contracts/ui/toast';
import { texts } from '../texts.ts';
import { UploadQueue } from './upload-queue.ts';

/** The files that this page sends. */
export const uploads = new UploadQueue(({ file }) => toast(texts.toasts.uploadFailed(file.name)));
