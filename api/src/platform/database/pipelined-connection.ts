import { Client, type QueryResultRow } from 'pg';

/** A prepared statement, which is parsed and planned once per connection. */
export interface PreparedRead {
  /** Unique name of the statement. */
  name: string;
  text: string;
}

/** Times in milliseconds. */
export interface ReadConnectionSettings {
  url: string;
  connectWithin: number;
  /** The database cancels a statement that runs longer. */
  statementWithin: number;
  /** Time from the call to its result, including earlier statements. A slower connection is closed. */
  resultWithin: number;
}

/**
 * A connection that sends statements without waiting for the results of earlier ones. It opens on first use and reopens
 * after any error.
 */
export class PipelinedConnection {
  private current: Promise<Client> | undefined;
  private pending = 0;

  constructor(
    private readonly settings: ReadConnectionSettings,
    private readonly report: (error: unknown) => void,
  ) {}

  /** Number of statements without a result yet. */
  get waiting(): number {
    return this.pending;
  }

  /** Runs a statement and returns its rows. Throws the error of the database or of the connection. */
  async rows<Row extends QueryResultRow>(
    { name, text }: PreparedRead,
    values: readonly unknown[],
  ): Promise<Row[]> {
    this.current ??= this.open();
    const connection = this.current;
    this.pending += 1;
    try {
      const client = await connection;
      const { rows } = await client.query<Row>({ name, text, values: [...values] });
      return rows;
    } catch (error) {
      // Reconnect after any error: a prepared statement that no longer matches the tables would fail on every call.
      void this.leave(connection);
      throw error;
    } finally {
      this.pending -= 1;
    }
  }

  /** Closes the connection after the results of the sent statements. */
  async close(): Promise<void> {
    if (this.current) await this.leave(this.current);
  }

  private open(): Promise<Client> {
    const { url, connectWithin, statementWithin, resultWithin } = this.settings;
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: connectWithin,
      statement_timeout: statementWithin,
      query_timeout: resultWithin,
      keepAlive: true,
      pipeline: true,
    });
    const opening = client.connect().then(() => client);
    client.on('error', (error) => {
      this.report(error);
      void this.leave(opening);
    });
    return opening;
  }

  private async leave(connection: Promise<Client>): Promise<void> {
    if (this.current === connection) this.current = undefined;
    await connection.then((client) => client.end()).catch(() => undefined);
  }
}
