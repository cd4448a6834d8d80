import { useImperativeHandle } from 'react';
import { screen, waitFor, within } from '@testing-library/react';
import type { JobDetailView, JobView } from '@dps/contract';
import type { WidgetProps } from '@dps/contract/client';
import type { FakeRequest, Handlers } from '@dps/contract/testing';
import { renderInShell, type Shell } from '@dps/ui/testing';
import PilotJobDialog from '../job/dialog/PilotJobDialog.tsx';
import { jobDetail, PILOT } from './samples.ts';

type FormProps = WidgetProps['flight-data.upload-form'] & { onDiscard: () => void };

/** Replaces the upload form of the flight data module. */
function UploadForm({ jobId, onDone, discard, onDiscard }: FormProps) {
  useImperativeHandle(discard, () => onDiscard);
  return <button onClick={onDone}>{`Save for job ${jobId}`}</button>;
}

/** Renders the job dialog for a pilot; `closed` and `discarded` return the number of closes, and of discarded upload forms. */
export function showPilotJob(job: JobView, handlers: Handlers = {}, given: Partial<JobDetailView> = {}) {
  let closed = 0;
  let discarded = 0;
  const shell = renderInShell(<PilotJobDialog listed={job} onClose={() => (closed += 1)} />, {
    user: PILOT,
    handlers: {
      'GET /api/jobs/:id': () => jobDetail(job, given),
      'GET /api/jobs/:id/deliverables': () => [],
      'GET /api/jobs/:id/questions': () => [],
      'GET /api/jobs/pilot/:id': () => [],
      ...handlers,
    },
    widget: (request) => (
      <div role="group" aria-label={request.name}>
        {request.name === 'flight-data.record-list' &&
          request.props.records.map(({ flightNumber }) => flightNumber).join()}
        {request.name === 'flight-data.upload-form' && (
          <UploadForm {...request.props} onDiscard={() => (discarded += 1)} />
        )}
      </div>
    ),
  });
  return { ...shell, closed: () => closed, discarded: () => discarded };
}

export const findButton = (name: string) => screen.findByRole('button', { name });
export const findSlider = (name = 'Progress') => screen.findByRole<HTMLInputElement>('slider', { name });

/** Confirms in the open checklist that a job is handed over for review. */
export async function confirmReview({ events }: Pick<Shell, 'events'>): Promise<void> {
  const question = within(await screen.findByRole('alertdialog', { name: 'Hand this job over for review?' }));
  const button = question.getByRole<HTMLButtonElement>('button', { name: 'Mark as Review' });
  await waitFor(() => expect(button.disabled).toBe(false));
  await events.click(button);
}

/** The request bodies by method, oldest first. */
export function sentBy(calls: readonly FakeRequest[], method: string): unknown[] {
  return calls.filter((call) => call.method === method).map(({ body }) => body);
}

/** A handler whose response waits until the test calls `respond`. */
export function deferredReply() {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  return { handler: () => promise, respond: resolve };
}
