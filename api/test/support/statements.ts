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

/** Whether a connection receives the events. It sends a statement every few seconds, whatever a test does. */
const isForEvents = (client: object): boolean =>
  Reflect.get(Object(Reflect.get(client, 'connectionParameters')), 'application_name') === 'dps-api-events';

/**
 * Returns the statements that this process sends during an action, in order. It includes all connections of the driver, with or
 * without a pool, except the one that receives the events.
 */
export async function statementsDuring(action: () => Promise<unknown>): Promise<Statement[]> {
  const query = jest.spyOn(Client.prototype, 'query');
  try {
    await action();
    const { calls, contexts } = query.mock;
    return calls.flatMap((call, index) => {
      const client = contexts[index];
      return client && isForEvents(client) ? [] : [toStatement(call)];
    });
  } finally {
    query.mockRestore();
  }
}
