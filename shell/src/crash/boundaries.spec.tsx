import { useEffect, useState, type ReactNode } from 'react';
import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { renderInShell } from '@dps/ui/testing';
import { recordReports } from '../testing/record-reports.ts';
import { ShellBoundary, CleanupBoundary } from './boundaries.tsx';

function Broken(): never {
  throw new TypeError('The frame has no panel');
}

let show: (page: ReactNode) => void;
function Pages({ first }: { first: ReactNode }) {
  const [page, setPage] = useState(first);
  useEffect(() => {
    show = setPage;
  }, []);
  return page;
}

function ThrowsWhenLeft({ errors }: { errors: Error[] }) {
  useEffect(
    () => () => {
      const error = errors.pop();
      if (error) throw error;
    },
    [errors],
  );
  return <p>First</p>;
}

/** Leaves a page whose cleanup throws an error with a stack frame in a file of the product. Returns the reports. */
async function leavePageOf(file: string) {
  const error = new TypeError('The page is gone');
  error.stack = `TypeError: The page is gone\n    at f (http://localhost/${file}:1:4711)`;
  const { reports, telemetry } = recordReports();
  renderInShell(
    <ShellBoundary>
      <CleanupBoundary>
        <Pages first={<ThrowsWhenLeft errors={[error]} />} />
      </CleanupBoundary>
    </ShellBoundary>,
  );
  await act(async () => show(<p>Second</p>));
  telemetry.flush();
  return reports;
}

// React logs errors that a boundary catches.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

it('[MODULE-7] the crash page shows the consequences, the error and the actions, and is reported', async () => {
  const { reports, telemetry } = recordReports();
  renderInShell(
    <ShellBoundary>
      <Broken />
    </ShellBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toContain('What you saved is safe');
  expect(screen.getByRole('heading', { name: 'Something went wrong', level: 1 })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/');
  expect(screen.getByText('TypeError: The frame has no panel')).toBeTruthy();
  expect(document.title).toBe('Something went wrong – Drone Pilot Surveys');
  const crash = { module: 'shell', version: '0.0.0', part: 'shell', message: '', count: 1 };
  await waitFor(() => {
    telemetry.flush();
    expect(reports.map(({ crashes }) => crashes)).toEqual([[{ ...crash, errorName: 'TypeError' }]]);
  });
});

it('[MODULE-14] the shell contains the cleanup of a module, and counts it for the module', async () => {
  const reports = await leavePageOf('modules/jobs/1.1.0/assets/page.js');
  expect(screen.queryByRole('heading', { name: 'Something went wrong' })).toBeNull();
  expect(screen.getByText('First')).toBeTruthy();
  expect(reports[0]?.crashes).toMatchObject([{ module: 'jobs', version: '1.1.0', part: 'page' }]);
});

it('the crash page shows after an error in a cleanup of the shell', async () => {
  await leavePageOf('shell/1.0.0/assets/main.js');
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
});
