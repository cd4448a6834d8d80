import { screen, within } from '@testing-library/react';
import { RETENTION } from '@dps/contract';
import { renderInShell } from '@dps/ui/testing';
import PrivacyPage from './PrivacyPage.tsx';

it('[DATA-8] says what is kept, why, and how long, with the times of housekeeping, also to signed-out users', () => {
  renderInShell(<PrivacyPage />, { path: '/privacy' });
  expect(screen.getByRole('heading', { name: 'Privacy', level: 1 })).toBeTruthy();
  const list = screen.getByRole('list', { name: 'What Is Kept, and How Long' });
  for (const time of Object.values(RETENTION)) expect(list.textContent).toContain(time);
  const rows = within(list).getAllByRole('listitem');
  expect(rows.every(({ textContent }) => /Why.+How long.+/.test(textContent))).toBe(true);
  expect(screen.getByRole('link', { name: 'Your Data' }).getAttribute('href')).toBe('/your-data');
});
