import type { Locator, Page } from '@playwright/test';
import type { Role } from '@dps/shared-contracts';

/** A page whose load is measured. */
export interface MeasuredPage {
  name: string;
  path: string;
  /** Which demo account has it open; nobody where it is left out. */
  who?: Role;
  /** What somebody came for. */
  content: (page: Page) => Locator;
  /** Whether the goals are about it. */
  goal?: boolean;
}

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

export const PAGES: readonly MeasuredPage[] = [
  { name: '/login', path: '/login', content: (page) => page.getByRole('button', { name: 'Sign in' }) },
  { name: 'pilot, /', path: '/', who: 'pilot', content: heading, goal: true },
  { name: 'client, /', path: '/', who: 'client', content: heading, goal: true },
  { name: 'client, /jobs', path: '/jobs', who: 'client', content: heading },
  { name: 'pilot, /payments', path: '/payments', who: 'pilot', content: heading },
];
