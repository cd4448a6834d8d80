import type { LogMessage } from './flight-log.messages.ts';
import { answerLog } from './answer-log.ts';

// A worker of its own for each log: whoever changes their mind ends it, whatever it is doing.
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const say = (message: LogMessage) => self.postMessage(message, { transfer: [] });
  if (data instanceof File) void answerLog(data, say);
});
