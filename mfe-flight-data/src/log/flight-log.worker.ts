import { postLog, type LogMessage } from './post-log.ts';

// Each log has its own worker, so that terminating it cancels the log.
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const post = (message: LogMessage) => self.postMessage(message, { transfer: [] });
  if (data instanceof File) void postLog(data, post);
});
