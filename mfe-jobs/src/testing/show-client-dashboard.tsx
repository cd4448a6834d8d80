import { screen, within } from '@testing-library/react';
import type { JobView } from '@dps/contract';
import type { Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import DashboardPage from '../dashboard/DashboardPage.tsx';
import { CLIENT, pilotFigures } from './samples.ts';

/** Renders the dashboard of `CLIENT` with these jobs. Widgets of other modules are groups with their names. */
export function showClientDashboard(jobs: JobView[], handlers: Handlers = {}) {
  return renderInShell(<DashboardPage />, {
    user: CLIENT,
    handlers: {
      'GET /api/jobs/client/:id': () => jobs,
      'GET /api/pilots/:id': () => pilotFigures(),
      ...handlers,
    },
    widget: (request) => (
      <div role="group" aria-label={request.name}>
        {request.name === 'payments.pay-dialog' && (
          <button onClick={request.props.onClose}>{`Leave payment of ${request.props.job.title}`}</button>
        )}
        {request.name === 'flight-data.record-list' && `${request.props.records.length} flights`}
      </div>
    ),
  });
}

export const table = () => screen.findByRole('table', { name: 'Your Posted Jobs' });
/** The row of the job whose title contains the text. */
export const row = async (text: string) =>
  within(await table()).findByRole('row', { name: new RegExp(text) });
/** A button in such a row. */
export const inRow = async (text: string, name: string) =>
  within(await row(text)).getByRole<HTMLButtonElement>('button', { name });
/** The figure in a group, with its note. */
export const figure = (name: string) =>
  within(screen.getByRole('group', { name })).getByText(/\d/, { selector: '[translate]' }).closest('p')
    ?.textContent;
