import { screen, within } from '@testing-library/react';
import { RETENTION } from '@dps/contract';
import { renderInShell } from '@dps/ui/testing';
import PrivacyPage from './privacy/PrivacyPage.tsx';
import WelcomePage from './welcome/WelcomePage.tsx';

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

it('[DATA-8] says what is kept, why, and how long, with the times of housekeeping, also to signed-out users', () => {
  renderInShell(<PrivacyPage />, { path: '/privacy' });
  expect(screen.getByRole('heading', { name: 'Privacy', level: 1 })).toBeTruthy();
  const list = screen.getByRole('list', { name: 'What Is Kept, and How Long' });
  for (const time of Object.values(RETENTION)) expect(list.textContent).toContain(time);
  const rows = within(list).getAllByRole('listitem');
  expect(rows.every(({ textContent }) => /Why.+How long.+/.test(textContent))).toBe(true);
  expect(screen.getByRole('link', { name: 'Your Data' }).getAttribute('href')).toBe('/your-data');
});
