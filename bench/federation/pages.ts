import type { Locator, Page } from '@playwright/test';
import type { Role } from '@dps/contract';

/** A page whose load is measured. */
export interface MeasuredPage {
  name: string;
  path: string;
  /** Role of the demo account; without a role the visitor is signed out. */
  role?: Role;
  /** The content whose appearance ends the load. */
  content: (page: Page) => Locator;
  /** Whether the page has goals for bytes and paint. */
  goal?: boolean;
}

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

export const PAGES: readonly MeasuredPage[] = [
  {
    name: '/login',
    path: '/login',
    content: (page) => page.getByRole('button', { name: 'Sign in', exact: true }),
  },
  { name: 'pilot, /', path: '/', role: 'pilot', content: heading, goal: true },
  { name: 'client, /', path: '/', role: 'client', content: heading, goal: true },
  { name: 'client, /jobs', path: '/jobs', role: 'client', content: heading },
  { name: 'pilot, /payments', path: '/payments', role: 'pilot', content: heading },
];
