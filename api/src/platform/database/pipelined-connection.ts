import { Client, type QueryResultRow } from 'pg';

/** A statement that is parsed and planned once for each connection. */
export interface PreparedRead {
  /** Names the statement on its connection: one text for each name. */
  name: string;
  text: string;
}

/** Times in milliseconds. */
export interface ReadConnectionSettings {
  url: string;
  connectWithin: number;
  /** The database ends a statement that runs longer. */
  statementWithin: number;
  /** From the call to its answer, the statements before it included: a connection that lets it wait longer is given up. */
  answerWithin: number;
}

/**
 * A connection on which statements are sent without waiting for the answers to those before. It is opened when it is
 * needed, and opened anew after anything went wrong on it.
 */
export class PipelinedConnection {
  private current: Promise<Client> | undefined;
  private unanswered = 0;

  constructor(
    private readonly settings: ReadConnectionSettings,
    private readonly report: (error: unknown) => void,
  ) {}

  /** How many statements wait for their answer. */
  get waiting(): number {
    return this.unanswered;
  }

  /** The rows that a statement answers. Throws what the database says, or that it could not be reached. */
  async rows<Row extends QueryResultRow>(
    { name, text }: PreparedRead,
    values: readonly unknown[],
  ): Promise<Row[]> {
    this.current ??= this.open();
    const connection = this.current;
    this.unanswered += 1;
    try {
      const client = await connection;
      const { rows } = await client.query<Row>({ name, text, values: [...values] });
      return rows;
    } catch (error) {
      // Whatever it was: a statement whose plan no longer fits the tables, say, would fail here for ever.
      void this.leave(connection);
      throw error;
    } finally {
      this.unanswered -= 1;
    }
  }

  /** Lets what was sent be answered, and closes. */
  async close(): Promise<void> {
    if (this.current) await this.leave(this.current);
  }

  private open(): Promise<Client> {
    const { url, connectWithin, statementWithin, answerWithin } = this.settings;
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: connectWithin,
      statement_timeout: statementWithin,
      query_timeout: answerWithin,
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
