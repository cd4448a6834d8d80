import type { Role } from './domain/role.ts';

export interface DemoAccount {
  role: Role;
  username: string;
  password: string;
}

/** Accounts of the demo data. They exist only if demo data is on, which is not the default in production. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { role: 'pilot', username: 'demo_pilot', password: 'pilot-demo-2026' },
  { role: 'client', username: 'demo_client', password: 'client-demo-2026' },
];

/** Result of a preview link in a browser. `unknown`: the user could not be checked. */
export interface PreviewNotice {
  state: 'runs' | 'signed-out' | 'refused' | 'ended' | 'unknown';
  /** Title of the module and its version, while it runs. */
  title?: string;
  version?: string;
}

/** A server of map tiles. */
export interface MapTiles {
  /** The address of a tile: `https://tiles.example/{z}/{x}/{y}.png`. */
  url: string;
  /** Whom a map names as the source, as plain text. */
  attribution: string;
}

/** Settings of a deployment, embedded in the document. */
export interface Deployment {
  /** Empty without demo data. */
  demoAccounts: readonly DemoAccount[];
  payments: {
    publishableKey: string;
    /** Script of the payment sandbox; null for the real provider, which has its own script. */
    sandboxScript: string | null;
    /** Integrity hash of the sandbox script: `sha256-…`. */
    sandboxIntegrity?: string;
  };
  /** Streets or imagery below the maps; absent by default. */
  mapTiles?: MapTiles;
  /** Allows users to replace modules in one tab; absent in production by default. */
  overrides?: {
    /** Allowed origins of dev servers, with `*` for all ports: `http://localhost:*`. */
    origins: readonly string[];
  };
  /** Only in documents of a browser that has followed a preview link. */
  preview?: PreviewNotice;
}
