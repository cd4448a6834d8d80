import type { HeightReference, LogFormat } from '@dps/shared-contracts';

/** One position as a log has it; NaN for what it does not say or what is no number. */
export interface RawPosition {
  /** Degrees. */
  longitude: number;
  latitude: number;
  /** Metres. */
  height: number;
  /** Milliseconds, from whatever moment. */
  time: number;
}

/** What a log says, before anything is made of it. */
export interface RawLog {
  format: LogFormat;
  positions: readonly RawPosition[];
  /** What its heights are from; null when it has none. Those from the first position are absolute ones. */
  heightReference: HeightReference | null;
  /** When the log says that it begins, in ISO 8601 UTC. */
  startedAt: string | null;
}
