import type { LoadFacts } from '../telemetry/telemetry.ts';

/** What became of a part of a module that was asked for. */
export interface PastLoad extends LoadFacts {
  /** Milliseconds since 1970. */
  at: number;
}

/** A release that failed in this page. */
export interface GivenUp {
  /** Name of the module. */
  module: string;
  version: string;
  what: string;
}

/** What this page has been through with one module. */
export interface ModuleHistory {
  /** The version that runs; undefined before it was loaded. */
  running: string | undefined;
  loads: readonly PastLoad[];
  givenUp: readonly GivenUp[];
}
