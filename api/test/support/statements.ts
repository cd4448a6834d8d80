import { jest } from '@jest/globals';
import { Client } from 'pg';

/** What the server of a test sent to its database. */
export interface Statement {
  text: string;
  values: readonly unknown[];
  /** True when it is prepared, and planned without looking at its values. */
  prepared: boolean;
}

function toStatement([query, values]: readonly unknown[]): Statement {
  if (typeof query === 'string') return { text: query, values: listOf(values), prepared: false };
  const config = Object(query);
  return {
    text: String(Reflect.get(config, 'text')),
    values: listOf(Reflect.get(config, 'values') ?? values),
    prepared: Reflect.get(config, 'name') !== undefined,
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * The statements that this process sends while something is done, in their order, whoever sends them: every connection
 * of the driver is listened to, in a pool or not.
 */
export async function statementsDuring(action: () => Promise<unknown>): Promise<Statement[]> {
  const query = jest.spyOn(Client.prototype, 'query');
  try {
    await action();
    return query.mock.calls.map((call) => toStatement(call));
  } finally {
    query.mockRestore();
  }
}
