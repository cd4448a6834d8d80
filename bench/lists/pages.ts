import type { Locator, Page } from '@playwright/test';
import type { Users } from '../accounts.ts';

/** A page whose list is measured. */
export interface MeasuredPage {
  name: string;
  path: string;
  user: keyof Users;
  /** The entries of its list. */
  entries: (page: Page) => Locator;
  /** Whether it has a search. */
  searched: boolean;
}

// The header row has no button.
const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('button') });
const cards = (page: Page) => page.getByRole('article');
const items = (page: Page) => page.getByRole('main').getByRole('listitem');

export const PAGES: readonly MeasuredPage[] = [
  { name: 'client, /jobs', path: '/jobs', user: 'client', entries: rows, searched: true },
  { name: 'pilot, /jobs', path: '/jobs', user: 'pilot', entries: rows, searched: true },
  { name: 'client, /', path: '/', user: 'client', entries: rows, searched: false },
  { name: 'pilot, /', path: '/', user: 'pilot', entries: rows, searched: false },
  { name: 'pilot, /browse-jobs', path: '/browse-jobs', user: 'pilot', entries: cards, searched: true },
  { name: 'pilot, /schedule', path: '/schedule', user: 'pilot', entries: items, searched: false },
  { name: 'pilot, /payments', path: '/payments', user: 'pilot', entries: rows, searched: false },
  { name: 'pilot, /flight-data', path: '/flight-data', user: 'pilot', entries: rows, searched: false },
];
