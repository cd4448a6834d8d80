import { screen } from '@testing-library/react';
import type { JobDetailView, JobView } from '@dps/contract';
import type { FakeRequest, Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import PilotJobDialog from '../job/dialog/PilotJobDialog.tsx';
import { jobDetail, PILOT } from './samples.ts';

/** Renders the job dialog for a pilot; `closed` returns the number of close calls. */
export function showPilotJob(job: JobView, given: Partial<JobDetailView> = {}, handlers: Handlers = {}) {
  let closed = 0;
  const shell = renderInShell(<PilotJobDialog listed={job} onClose={() => (closed += 1)} />, {
    user: PILOT,
    handlers: {
      'GET /api/jobs/:id': () => jobDetail(job, given),
      'GET /api/jobs/:id/deliverables': () => [],
      'GET /api/jobs/pilot/:id': () => [],
      ...handlers,
    },
    widget: (request) => (
      <div role="group" aria-label={request.name}>
        {request.name === 'flight-data.record-list' &&
          request.props.records.map(({ flightNumber }) => flightNumber).join()}
        {request.name === 'flight-data.upload-form' && (
          <button onClick={request.props.onDone}>{`Save for job ${request.props.jobId}`}</button>
        )}
      </div>
    ),
  });
  return { ...shell, closed: () => closed };
}

export const findButton = (name: string) => screen.findByRole('button', { name });
export const findSlider = (name = 'Progress') => screen.findByRole<HTMLInputElement>('slider', { name });

/** The request bodies by method, oldest first. */
export function sentBy(calls: readonly FakeRequest[], method: string): unknown[] {
  return calls.filter((call) => call.method === method).map(({ body }) => body);
}

/** A handler whose response waits until the test calls `answer`. */
export function deferredReply() {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  return { handler: () => promise, answer: resolve };
}
