import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { TelemetryBody } from '@dps/contract';
import { renderInShell } from '@dps/ui/testing';
import { activateTelemetry, Telemetry } from '../telemetry/telemetry.ts';
import { ShellBoundary } from './ShellBoundary.tsx';

function Broken(): never {
  throw new TypeError('The frame has no panel');
}

// React logs errors that a boundary catches.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

describe('the crash page', () => {
  it('[MODULE-7] shows the consequences, the error and the actions', () => {
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
  });

  it('is reported to telemetry', async () => {
    const reports: TelemetryBody[] = [];
    const telemetry = new Telemetry({ send: (report) => reports.push(report), isOnline: () => true });
    activateTelemetry(telemetry);
    renderInShell(
      <ShellBoundary>
        <Broken />
      </ShellBoundary>,
    );
    const crash = {
      module: 'shell',
      version: '0.0.0',
      part: 'shell',
      errorName: 'TypeError',
      message: '',
      count: 1,
    };
    const expectReport = () => {
      telemetry.flush();
      expect(reports.map(({ crashes }) => crashes)).toEqual([[crash]]);
    };
    await waitFor(expectReport, { timeout: 5_000 });
  });

  it('is hidden without an error', () => {
    renderInShell(<ShellBoundary>All is well</ShellBoundary>);
    expect(screen.getByText('All is well')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
