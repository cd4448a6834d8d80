import type { Account } from '../accounts.ts';
import type { Teardown } from '@dps/local-stack/process/teardown';

/** Sizes of the attacks. */
export interface Sizes {
  bodies: number;
  downloads: number;
  records: number;
  posts: number;
  /** Time in which the calls of another client are measured. */
  milliseconds: number;
  /** True for the shortest run, whose times have no meaning. */
  smallest: boolean;
}

/** The product under attack, with its users. */
export interface Product {
  /** `http://localhost:54321` */
  url: string;
  /** Address of the API behind the gateway. */
  api: string;
  /** Address of the API's metrics, which only operators reach. */
  metrics: string;
  sizes: Sizes;
  attacker: Account;
  /** Id of a job of the attacker. */
  job: number;
  /** Path of a 10 MB attachment of this job. */
  attachment: string;
  /** A user whose calls are measured. */
  other: Account;
  /** Ends what an attack has started. */
  teardown: Teardown;
}

export interface AttackResult {
  attack: string;
  /** The figures of this run. */
  measured: string;
  result: 'repelled' | 'succeeded';
}

/** An attack on the running product. */
export type Attack = (product: Product) => Promise<AttackResult>;

export function resultOf(attack: string, measured: string, isRepelled: boolean): AttackResult {
  return { attack, measured, result: isRepelled ? 'repelled' : 'succeeded' };
}
