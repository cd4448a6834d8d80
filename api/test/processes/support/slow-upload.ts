import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { ATTACHMENT_MAX_BYTES, paths } from '@dps/contract';
import type { Account, Origin } from '../../../scripts/stress/account.ts';
import { PDF, upload } from '../../support/files.ts';

/** A PDF of the maximum size. */
export const LARGEST = Buffer.concat([PDF, Buffer.alloc(ATTACHMENT_MAX_BYTES - PDF.length, '\n')]);

/** An upload whose first half is sent. */
export interface SlowUpload {
  /** The status of the response; rejects when the connection ends without one. */
  status: Promise<number>;
  /** Sends the rest. */
  finish(): void;
}

async function statusOf(received: Promise<[IncomingMessage]>): Promise<number> {
  const [response] = await received;
  await text(response);
  return response.statusCode ?? 0;
}

/** Sends the first half of a large file after the API sends `100 Continue`. */
export async function beginUpload({ url }: Origin, owner: Account, jobId: number): Promise<SlowUpload> {
  const body = Buffer.from(JSON.stringify(upload(LARGEST)));
  const half = body.length / 2;
  const sent = request(url + paths.attachments(jobId), {
    method: 'POST',
    agent: new Agent(),
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      cookie: owner.cookie,
      expect: '100-continue',
    },
  });
  const received = Promise.withResolvers<[IncomingMessage]>();
  sent.on('response', (response) => received.resolve([response]));
  sent.on('error', received.reject);
  const status = statusOf(received.promise);
  // A test that aborts the upload may ignore the response.
  status.catch(() => undefined);
  sent.flushHeaders();
  await once(sent, 'continue');
  await new Promise((resolve) => sent.write(body.subarray(0, half), resolve));
  return { status, finish: () => sent.end(body.subarray(half)) };
}
