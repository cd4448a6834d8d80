import type { HeightReference, LogFormat } from '@dps/contract';

/** One position of a log; NaN for a missing or invalid number. */
export interface RawPosition {
  /** Degrees. */
  longitude: number;
  latitude: number;
  /** Metres. */
  height: number;
  /** Milliseconds since any fixed instant. */
  time: number;
  /** Milliseconds since 1970 in UTC. */
  instant: number;
}

/** The parsed content of a log, not validated. */
export interface RawLog {
  format: LogFormat;
  positions: readonly RawPosition[];
  /** Zero of the heights; null if there are none. Heights with `first-position` are absolute. */
  heightReference: HeightReference | null;
}
