import { act, screen, waitFor, within } from '@testing-library/react';
import { toast } from '@dps/shared-contracts/ui/toast';
import { renderInShell } from '@dps/shared-contracts/testing';
import { ToastHost } from './ToastHost.tsx';

describe('toasts', () => {
  it('shows title and description, one toast at a time, until it is dismissed', async () => {
    const { events } = renderInShell(<ToastHost />, { toasts: false });
    act(() => toast({ title: 'Job Created', description: 'It is open to pilots now.' }));
    const first = within(await screen.findByRole('status'));
    expect(first.getByText('Job Created')).toBeTruthy();
    expect(first.getByText('It is open to pilots now.')).toBeTruthy();

    act(() => toast({ title: 'Error', description: 'Failed to update progress', look: 'destructive' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to update progress');
    await waitFor(() => expect(screen.queryByText('Job Created')).toBeNull());

    await events.click(screen.getByRole('button', { name: 'Close message' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});
