import type { Locator, Page } from '@playwright/test';
import type { People } from './people.ts';

/** A page whose list is measured. */
export interface MeasuredPage {
  name: string;
  path: string;
  who: keyof People;
  /** The entries of its list. */
  entries: (page: Page) => Locator;
  /** Whether it has a search. */
  searched: boolean;
}

// A table's first row is its head.
const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('button') });
const cards = (page: Page) => page.getByRole('article');
const items = (page: Page) => page.getByRole('main').getByRole('listitem');

export const PAGES: readonly MeasuredPage[] = [
  { name: 'client, /jobs', path: '/jobs', who: 'client', entries: rows, searched: true },
  { name: 'pilot, /jobs', path: '/jobs', who: 'pilot', entries: rows, searched: true },
  { name: 'client, /', path: '/', who: 'client', entries: rows, searched: false },
  { name: 'pilot, /', path: '/', who: 'pilot', entries: rows, searched: false },
  { name: 'pilot, /browse-jobs', path: '/browse-jobs', who: 'pilot', entries: cards, searched: true },
  { name: 'pilot, /schedule', path: '/schedule', who: 'pilot', entries: items, searched: false },
];
