import { useState } from 'react';
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Modal } from '@dps/ui/data';
import { endUserWork } from '@dps/contract/user';
import { toast } from '@dps/ui/toast';
import { renderInShell } from '@dps/ui/testing';
import { ToastHost } from './ToastHost.tsx';

function PageWithDialog() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      {open && (
        <Modal title="Create Surveying Job" onClose={() => setOpen(false)}>
          A form
        </Modal>
      )}
      <ToastHost />
    </>
  );
}

afterEach(() => void jest.useRealTimers());

describe('toasts', () => {
  it('[TOAST-3] closes by itself after 5 seconds', async () => {
    const { events } = renderInShell(<ToastHost />, { toasts: false });
    // The code of toasts loads with the first one.
    act(() => toast({ title: 'Job Created' }));
    await events.click(await screen.findByRole('button', { name: 'Close message' }));
    await waitFor(() => expect(screen.queryByText('Job Created')).toBeNull());
    jest.useFakeTimers();
    act(() => toast({ title: 'Job Updated' }));
    // In steps: each transition starts its timer after the previous render.
    const pass = async (steps: number) => {
      for (let step = 0; step < steps; step += 1) await act(() => jest.advanceTimersByTimeAsync(100));
    };
    await pass(49);
    expect(screen.getByText('Job Updated')).toBeTruthy();
    await pass(10);
    expect(screen.queryByText('Job Updated')).toBeNull();
  });

  it('[TOAST-1, TOAST-2, TOAST-5, TOAST-6] shows title and description, one toast at a time, until it is dismissed', async () => {
    const { events } = renderInShell(<ToastHost />, { toasts: false });
    act(() => toast({ title: 'Job Created', description: 'It is open to pilots now.' }));
    const first = within(await screen.findByRole('status'));
    expect(first.getByText('Job Created')).toBeTruthy();
    expect(first.getByText('It is open to pilots now.')).toBeTruthy();

    act(() => toast({ title: 'Error', description: 'Failed to update progress', look: 'destructive' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to update progress');
    await waitFor(() => expect(screen.queryByText('Job Created')).toBeNull());

    await events.keyboard('{F8}');
    expect(document.activeElement).toBe(screen.getByRole('alert'));
    await events.click(screen.getByRole('button', { name: 'Close message' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('[SECURE-19] ends with the user, also if the pages of the user report the calls that have ended', async () => {
    renderInShell(<ToastHost />, { toasts: false });
    act(() => toast({ title: 'Payment Successful', description: '"Levee scan" is paid. Thank you!' }));
    expect(await screen.findByText('Payment Successful')).toBeTruthy();
    await act(async () => {
      endUserWork();
      await Promise.resolve();
      toast({ title: 'Error', description: 'Failed to update the job', look: 'destructive' });
    });
    await waitFor(() => expect(screen.queryByText('Payment Successful')).toBeNull());
    expect(screen.queryByText('Error')).toBeNull();
    act(() => toast({ title: 'Welcome' }));
    expect(await screen.findByText('Welcome')).toBeTruthy();
  });

  it('[TOAST-2, PAY-15] leads to the page of its link, and closes', async () => {
    const { events, location } = renderInShell(<ToastHost />, { toasts: false });
    act(() =>
      toast({ title: 'Payment Successful', link: { to: '/payments?receipt=7', label: 'View receipt' } }),
    );
    await events.click(await screen.findByRole('link', { name: 'View receipt' }));
    expect(location()).toBe('/payments?receipt=7');
    await waitFor(() => expect(screen.queryByText('Payment Successful')).toBeNull());
  });

  it('[TOAST-8] stays accessible, also by keyboard, while a dialog is open', async () => {
    const { events } = renderInShell(<PageWithDialog />, { toasts: false });
    act(() => toast({ title: 'Files uploaded' }));
    await screen.findByRole('status');
    await events.click(screen.getByRole('button', { name: 'Open' }));
    expect(screen.queryByRole('button', { name: 'Open' })).toBeNull();
    expect(await screen.findByRole('status')).toBeTruthy();
    act(() => toast({ title: 'Error', look: 'destructive' }));
    const message = await screen.findByRole('alert');

    await events.keyboard('{F8}');
    expect(document.activeElement).toBe(message);
    await events.click(within(message).getByRole('button', { name: 'Close message' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('[TOAST-9] about a failure ends with its dialog; a success stays', async () => {
    const { events } = renderInShell(<PageWithDialog />, { toasts: false });
    for (const [look, isGone] of [
      ['destructive', true],
      ['default', false],
    ] as const) {
      await events.click(screen.getByRole('button', { name: 'Open' }));
      act(() => toast({ title: 'About the job', look }));
      await screen.findByText('About the job');
      await events.click(screen.getByRole('button', { name: 'Close' }));
      await screen.findByRole('button', { name: 'Open' });
      await waitFor(() => expect(screen.queryByText('About the job') === null).toBe(isGone));
    }
  });

  it('[TOAST-4] is dismissed by a swipe of 50 px to the right, and stays after a shorter one', async () => {
    renderInShell(<ToastHost />, { toasts: false });
    act(() => toast({ title: 'Job Updated' }));
    const card = await screen.findByRole('status');
    const swipe = (distance: number) => {
      fireEvent.pointerDown(card, { clientX: 100 });
      fireEvent.pointerMove(card, { clientX: 100 + distance });
      fireEvent.pointerUp(card, { clientX: 100 + distance });
    };
    swipe(49);
    expect(card.style.translate).toBe('');
    swipe(50);
    await waitFor(() => expect(screen.queryByText('Job Updated')).toBeNull());
  });
});
