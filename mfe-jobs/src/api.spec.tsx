import { screen } from '@testing-library/react';
import { keepCalls } from '@dps/contract/client';
import { reply } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { jobsApi } from './api.ts';
import { PILOT, sampleJob } from './testing/samples.ts';

/** Makes all changes of a job. */
function Changes() {
  const [create] = jobsApi.create.useMutation();
  const [update] = jobsApi.update.useMutation();
  const [setProgress] = jobsApi.setProgress.useMutation();
  const [setStatus] = jobsApi.setStatus.useMutation();
  const [accept] = jobsApi.accept.useMutation();
  const [release] = jobsApi.release.useMutation();
  const [remove] = jobsApi.remove.useMutation();
  const { id, title, description, surveyType, location, budget, deadline } = sampleJob();
  const content = { title, description, surveyType, location, budget, deadline };
  const change = () => {
    void create({ body: content, idempotencyKey: 'key' });
    void update({ id, content });
    void accept({ id, pilotId: PILOT.id });
    void release({ id });
    void remove(id);
    for (const status of ['in-progress', 'completed', 'paid'] as const) void setStatus({ id, status, title });
    void setProgress({ id, progress: 40, title });
  };
  return <button onClick={change}>Change</button>;
}

it('[FIELD-14] only progress and steps of the work wait for the network: no money, acceptance and deletion', async () => {
  const kept: unknown[] = [];
  keepCalls((call) => {
    kept.push([call.method, call.body]);
    return Promise.resolve({ data: sampleJob() });
  });
  const { events, calls } = renderInShell(<Changes />, {
    user: PILOT,
    handlers: {
      'POST /api/jobs': () => sampleJob(),
      'PUT /api/jobs/:id': () => sampleJob(),
      'PATCH /api/jobs/:id': () => sampleJob(),
      'POST /api/jobs/:id/assign': () => sampleJob(),
      'POST /api/jobs/:id/release': () => sampleJob(),
      'DELETE /api/jobs/:id': () => reply(204),
    },
  });
  await events.click(screen.getByRole('button', { name: 'Change' }));
  keepCalls(undefined);
  expect(kept).toEqual([
    ['PATCH', { status: 'in-progress' }],
    ['PATCH', { status: 'completed' }],
    ['PUT', { progress: 40 }],
  ]);
  expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /api/jobs',
    'PUT /api/jobs/1',
    'POST /api/jobs/1/assign',
    'POST /api/jobs/1/release',
    'DELETE /api/jobs/1',
    'PATCH /api/jobs/1',
  ]);
});
