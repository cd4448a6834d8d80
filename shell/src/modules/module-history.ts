import type { LoadFacts } from '../telemetry/telemetry.ts';

/** The load of a part of a module. */
export interface PastLoad extends LoadFacts {
  /** Milliseconds since 1970. */
  at: number;
}

/** A release that failed in this document. */
export interface FailedRelease {
  /** Name of the module. */
  module: string;
  version: string;
  what: string;
}

/** Load history of one module in this document. */
export interface ModuleHistory {
  /** The version that runs; undefined before the first load. */
  running: string | undefined;
  loads: readonly PastLoad[];
  failures: readonly FailedRelease[];
}
