import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderInShell } from '@dps/shared-contracts/testing';
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

  it('stays away while nothing fails', () => {
    renderInShell(<ShellBoundary>All is well</ShellBoundary>);
    expect(screen.getByText('All is well')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
