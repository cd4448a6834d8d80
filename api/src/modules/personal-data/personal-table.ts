/** Rules for the rows of a table that are about a user. `$1` is the id of the user. */
export interface PersonalTable {
  /** A description of the rows, for the reader of an export. */
  about: string;
  /** SQL: the rows of the user. */
  rows: string;
  /** Integer column in whose order an export reads the rows; null if a user has few of them. */
  key: string | null;
  /** Columns in an export. */
  exported: readonly string[];
  /** Columns that are in no export, each with the reason. */
  omitted: Readonly<Record<string, string>>;
  /** SQL: the rows that are deleted with the account; null if all remain. */
  deleted: string | null;
  /** The reason why the other rows remain; null if none does. */
  kept: string | null;
}

/** A table without rows about users, with the reason. */
export interface ImpersonalTable {
  impersonal: string;
}

export const isPersonal = (table: PersonalTable | ImpersonalTable): table is PersonalTable => 'rows' in table;

/** SQL: the rows of a table that has the id of their user. */
export const OF_USER = 'user_id = $1';

/** A table whose rows have the id of their user and are deleted with the account. */
export function ownTable(
  about: string,
  table: Pick<PersonalTable, 'exported' | 'omitted'> & Partial<PersonalTable>,
): PersonalTable {
  return { about, rows: OF_USER, key: null, deleted: table.rows ?? OF_USER, kept: null, ...table };
}

/** Reasons of `omitted` and `kept`. */
export const TECHNICAL = 'a technical value without information about the user';
export const OWN_ID = 'the id of the user, which account.json has';
export const SECRET = 'a secret, or its hash';
export const OTHER_PARTY = 'the other party of the job needs it, and accounting';

/** SQL: the rows of a table that has the id of their pilot, and those that have both parties of a job. */
export const OF_PILOT = 'pilot_id = $1';
export const OF_JOB = '(client_id = $1 OR pilot_id = $1)';
