import { jest } from '@jest/globals';
import { Client } from 'pg';

/** A statement that the server sent to its database. */
export interface Statement {
  text: string;
  values: readonly unknown[];
  /** True for a prepared statement, whose plan does not depend on its values. */
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

/** The connections that receive events and run background work. They send statements every few seconds, whatever a test does. */
const INDEPENDENT: ReadonlySet<unknown> = new Set(['dps-api-events', 'dps-api-background']);
const isIndependent = (client: object): boolean =>
  INDEPENDENT.has(Reflect.get(Object(Reflect.get(client, 'connectionParameters')), 'application_name'));

/**
 * Returns the statements that this process sends during an action, in order. It includes all connections of the driver, with or
 * without a pool, except those that receive events and run background work.
 */
export async function statementsDuring(action: () => Promise<unknown>): Promise<Statement[]> {
  const query = jest.spyOn(Client.prototype, 'query');
  try {
    await action();
    const { calls, contexts } = query.mock;
    return calls.flatMap((call, index) => {
      const client = contexts[index];
      return client && isIndependent(client) ? [] : [toStatement(call)];
    });
  } finally {
    query.mockRestore();
  }
}
