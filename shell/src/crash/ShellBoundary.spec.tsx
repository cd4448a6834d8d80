import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { TelemetryBody } from '@dps/shared-contracts';
import { renderInShell } from '@dps/ui/testing';
import { activateTelemetry } from '../telemetry/active-telemetry.ts';
import { Telemetry } from '../telemetry/telemetry.ts';
import { ShellBoundary } from './ShellBoundary.tsx';

function Broken(): never {
  throw new TypeError('The frame has no panel');
}

// React logs what a boundary catches.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

describe('the crash page', () => {
  it('says what is safe and what happened, and offers ways on', () => {
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

  it('comes with word to the team', () => {
    const reports: TelemetryBody[] = [];
    const telemetry = new Telemetry({ send: (report) => reports.push(report), isOnline: () => true });
    activateTelemetry(telemetry);
    renderInShell(
      <ShellBoundary>
        <Broken />
      </ShellBoundary>,
    );
    telemetry.flush();
    const crash = {
      module: 'shell',
      version: '0.0.0',
      part: 'shell',
      errorName: 'TypeError',
      message: '',
      count: 1,
    };
    expect(reports.map(({ crashes }) => crashes)).toEqual([[crash]]);
  });

  it('stays away while nothing fails', () => {
    renderInShell(<ShellBoundary>All is well</ShellBoundary>);
    expect(screen.getByText('All is well')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
