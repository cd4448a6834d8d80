import { screen, within } from '@testing-library/react';
import { renderInShell } from '@dps/ui/testing';
import WelcomePage from './WelcomePage.tsx';

it('[WELCOME-3, WELCOME-5, WELCOME-6, WELCOME-7] leads to signup and login, and explains the states of a job, the fee and the offers', () => {
  renderInShell(<WelcomePage />, { path: '/welcome' });
  const addresses = (name: string) =>
    screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));
  expect(addresses('Create account')).toEqual(['/signup', '/signup']);
  expect(addresses('Sign in')).toEqual(['/login', '/login']);
  const steps = within(screen.getByRole('region', { name: 'How a job runs' })).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent.split('The ')[0])).toEqual([
    '1Pending',
    '2In Progress',
    '3Review',
    '4Completed',
    '5Paid',
  ]);
  expect(screen.getByRole('region', { name: 'What it costs' }).textContent).toContain('30% of the budget');
  const clients = screen.getByRole('region', { name: 'For clients' });
  expect(clients.textContent).toContain('Drone Pilot Surveys does not verify licenses.');
  expect(screen.getByRole('region', { name: 'For pilots' })).toBeTruthy();
  const privacy = screen.getByRole('link', { name: 'What is stored, and how long' });
  expect(privacy.getAttribute('href')).toBe('/privacy');
});
