import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { Tooltip } from '../data.ts';
import { renderInShell } from '../testing/render-in-shell.tsx';

afterEach(() => void jest.useRealTimers());

describe('a tooltip', () => {
  it('[LIMIT-1] opens after 700 ms', async () => {
    jest.useFakeTimers();
    renderInShell(
      <Tooltip title="The sum of all budgets">
        <button>About</button>
      </Tooltip>,
    );
    fireEvent.mouseOver(screen.getByRole('button'));
    await act(() => jest.advanceTimersByTimeAsync(699));
    expect(screen.queryByRole('tooltip')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByRole('tooltip').textContent).toBe('The sum of all budgets');
  });
});
