import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { useEffect, useState, type ReactNode } from 'react';
import type { TelemetryBody } from '@dps/contract';
import { renderInShell } from '@dps/ui/testing';
import { activateTelemetry, Telemetry } from '../telemetry/telemetry.ts';
import { CleanupBoundary } from './CleanupBoundary.tsx';
import { ShellBoundary } from './ShellBoundary.tsx';

let show: (page: ReactNode) => void;
function Pages({ first }: { first: ReactNode }) {
  const [page, setPage] = useState(first);
  useEffect(() => {
    show = setPage;
  }, []);
  return page;
}

/** An error with a stack frame in a file of the product. */
function thrownIn(file: string): Error {
  const error = new TypeError('The page is gone');
  error.stack = `TypeError: The page is gone\n    at f (http://localhost/${file}:1:4711)`;
  return error;
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

/** Leaves a page whose cleanup throws. Returns the reports. */
async function leave(error: Error): Promise<TelemetryBody[]> {
  const reports: TelemetryBody[] = [];
  const telemetry = new Telemetry({ send: (report) => reports.push(report), isOnline: () => true });
  activateTelemetry(telemetry);
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

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => void jest.restoreAllMocks());

it('[MODULE-14] contains the cleanup of a module, and counts it for the module', async () => {
  const reports = await leave(thrownIn('modules/jobs/1.1.0/assets/page.js'));
  expect(screen.queryByRole('heading', { name: 'Something went wrong' })).toBeNull();
  expect(screen.getByText('First')).toBeTruthy();
  expect(reports[0]?.crashes).toMatchObject([{ module: 'jobs', version: '1.1.0', part: 'page' }]);
});

it('leaves an error of the shell to the next boundary', async () => {
  await leave(thrownIn('shell/1.0.0/assets/main.js'));
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
});
