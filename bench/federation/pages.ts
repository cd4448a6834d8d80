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
  /** Maximum ratio of its bytes to those of one bundle. */
  mostBytes: number;
}

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

export const PAGES: readonly MeasuredPage[] = [
  {
    name: '/login',
    path: '/login',
    content: (page) => page.getByRole('button', { name: 'Sign in', exact: true }),
    mostBytes: 1.08,
  },
  { name: 'pilot, /', path: '/', role: 'pilot', content: heading, mostBytes: 1.1 },
  { name: 'client, /', path: '/', role: 'client', content: heading, mostBytes: 1.1 },
  { name: 'client, /jobs', path: '/jobs', role: 'client', content: heading, mostBytes: 1.1 },
  { name: 'pilot, /payments', path: '/payments', role: 'pilot', content: heading, mostBytes: 1.1 },
];
