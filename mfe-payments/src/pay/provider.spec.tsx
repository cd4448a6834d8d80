import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { findPayButton, showPayDialog } from '../testing/show-pay-dialog.tsx';

afterEach(() => void jest.useRealTimers());

const scripts = () => document.querySelectorAll('script[src^="https://js.stripe.com"]');

it('[PAY-21] reports a script that does not respond after 10 seconds, and loads another one with Try again', async () => {
  const { Stripe } = window;
  delete window.Stripe;
  jest.useFakeTimers();
  showPayDialog();
  await act(() => jest.advanceTimersByTimeAsync(9_900));
  expect(screen.getByRole('dialog', { name: 'Setting up Payment' })).toBeTruthy();
  const [silent] = scripts();
  await act(() => jest.advanceTimersByTimeAsync(200));
  const dialog = screen.getByRole('dialog', { name: 'Payment Setup Failed' });
  expect(dialog.textContent).toContain(
    'The payment provider has not responded within 10 seconds. The network may block it. Nothing was charged.',
  );
  jest.useRealTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('dialog', { name: 'Setting up Payment' });
  const [next] = scripts();
  expect(scripts()).toHaveLength(1);
  expect(next).not.toBe(silent);
  Object.assign(window, { Stripe });
  if (next) fireEvent.load(next);
  expect(await findPayButton()).toBeTruthy();
});
