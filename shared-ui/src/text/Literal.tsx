import type { ReactNode } from 'react';

/**
 * A text that no browser translates: a name, an amount of money, a job or flight number, a code, a file name, an email
 * address. Each module bundles this entry, so it works on an older shell.
 */
export const Literal = ({ children }: { children: ReactNode }) => <span translate="no">{children}</span>;
