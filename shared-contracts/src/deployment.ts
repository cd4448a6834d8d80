import type { Role } from './domain/role.ts';

export interface DemoAccount {
  role: Role;
  username: string;
  password: string;
}

/** The two accounts of the demo data; they exist only where demo data is on, never in production by default. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { role: 'pilot', username: 'demo_pilot', password: 'pilot-demo-2026' },
  { role: 'client', username: 'demo_client', password: 'client-demo-2026' },
];

/** What a deployment tells the page: part of the document, so that it costs no request. */
export interface Deployment {
  /** Empty where demo data is off. */
  demoAccounts: readonly DemoAccount[];
  payments: {
    publishableKey: string;
    /** The script of the payment sandbox; null with the real provider, whose own script is loaded instead. */
    sandboxScript: string | null;
    /** Subresource integrity of that script, which is the product's own: `sha256-…`. */
    sandboxIntegrity?: string;
  };
  /** Ed25519 public keys, base64 of their SPKI form, one of which has to vouch for a registry. */
  releaseKeys?: readonly string[];
  /** Lets people replace modules for one tab; left out where nobody may, as in production. */
  overrides?: {
    /** Where dev servers may be: origins, with `*` for every port of a host: `http://localhost:*`. */
    origins: readonly string[];
  };
}
