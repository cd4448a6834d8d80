// The baseline of the API: the same responses with the least code. No framework, validation, rules or log. With PIPELINED=1, two
// connections send statements without waiting for earlier results, as the API does. Otherwise, a pool does not.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { Client, Pool, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { COUNTED_CLIENT_JOBS, paths, SESSION_COOKIE } from '@dps/contract';

const connectionString = process.env['DATABASE_URL'];

/** Opens two pipelined connections. Returns a function that uses them in turn. */
async function openPipeline(): Promise<(query: QueryConfig) => Promise<QueryResult>> {
  const clients = [1, 2].map(() => new Client({ connectionString, pipeline: true }));
  await Promise.all(clients.map((client) => client.connect()));
  let next = 0;
  return async (query) => {
    const client = clients[(next += 1) % clients.length];
    if (!client) throw new Error('There is no connection');
    return client.query(query);
  };
}

function openPool(): (query: QueryConfig) => Promise<QueryResult> {
  const pool = new Pool({ connectionString });
  return (query) => pool.query(query);
}

const run = process.env['PIPELINED'] === '1' ? await openPipeline() : openPool();

const SESSION = `
  SELECT users.id, users.role FROM sessions JOIN users ON users.id = sessions.user_id
  WHERE sessions.token_hash = $1 AND sessions.expires_at > now()
    AND sessions.last_seen_at > now() - interval '7 days'`;

const JOB = `
  jobs.id, jobs.title, jobs.description, jobs.survey_type AS "surveyType", jobs.location, (jobs.budget / 100.0)::float8 AS budget,
  jobs.status, jobs.progress, jobs.client_id AS "clientId", jobs.pilot_id AS "pilotId", jobs.deadline,
  jobs.deadline_has_time AS "deadlineHasTime", jobs.area_square_meters AS "areaSquareMeters", jobs.created_at AS "createdAt", jobs.updated_at AS "updatedAt",
  jobs.published_at AS "publishedAt", jobs.terms_changed_at AS "termsChangedAt",
  jobs.handed_over_at AS "handedOverAt", jobs.changes_requested_at AS "changesRequestedAt",
  jobs.end_requested_at AS "endRequestedAt",
  json_build_object('latitude', jobs.latitude, 'longitude', jobs.longitude, 'name', jobs.place) AS point`;
const NAMES = `
  (SELECT name FROM users WHERE users.id = jobs.client_id) AS "clientName",
  (SELECT name FROM users WHERE users.id = jobs.pilot_id) AS "pilotName"`;

const countOfClient = (condition: string) => `(SELECT count(*)::int FROM (
  SELECT FROM jobs AS own WHERE own.client_id = jobs.client_id${condition} LIMIT ${COUNTED_CLIENT_JOBS}) AS counted)`;
const CLIENT_JOBS = `
  json_build_object('posted', ${countOfClient('')}, 'paid', ${countOfClient(` AND own.status = 'paid'`)}) AS "clientJobs"`;

const LIST = `
  SELECT ${JOB}, ${NAMES}, ${CLIENT_JOBS} FROM jobs WHERE status = 'pending' AND pilot_id IS NULL AND published_at IS NOT NULL ORDER BY id DESC LIMIT $1`;

const ISO = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const DETAIL = `
  SELECT ${JOB}, ${NAMES}, jobs.area,
    (SELECT json_agg(json_build_object('id', id, 'jobId', job_id, 'fileName', file_name, 'fileType', file_type,
      'fileSize', file_size, 'uploadedBy', uploaded_by, 'createdAt', ${ISO}) ORDER BY id)
     FROM job_files WHERE job_id = jobs.id AND purpose = 'attachment' AND completed_at IS NOT NULL) AS attachments,
    (SELECT json_agg(json_build_object('id', id, 'jobId', job_id, 'pilotId', pilot_id, 'flightNumber', flight_number,
      'duration', duration, 'altitude', altitude, 'coverageArea', coverage_area, 'resolution', resolution,
      'notes', notes, 'createdAt', ${ISO}) ORDER BY id DESC)
     FROM (SELECT * FROM flight_data WHERE job_id = jobs.id ORDER BY id DESC LIMIT 50) AS newest) AS "flightData",
    (SELECT count(*)::int FROM flight_data WHERE job_id = jobs.id) AS "flightDataCount",
    (SELECT json_build_object('id', id, 'jobId', job_id, 'amount', amount / 100.0, 'refundedAmount', refunded_amount / 100.0,
      'disputedAmount', (disputed_amount + lost_amount) / 100.0, 'status', status, 'refundedAt', refunded_at, 'transactionId', transaction_id, 'provider', provider,
      'cardBrand', card_brand, 'cardLast4', card_last4, 'submitted', submitted, 'share', NULL,
      'createdAt', ${ISO})
     FROM payments WHERE job_id = jobs.id ORDER BY id DESC LIMIT 1) AS payment,
    -- No measured job has changed terms, a request of a party or a former pilot, and the client reads it.
    NULL AS "acceptedTerms", 0 AS "changeRequests", NULL AS "lastChangeRequest", NULL AS "endRequest",
    NULL AS "takeBackUntil", false AS "formerPilot"
  FROM jobs WHERE id = $1`;

function withNames({ clientName, pilotName, ...job }: QueryResultRow): object {
  return { ...job, client: { name: clientName }, pilot: pilotName && { name: pilotName } };
}

async function isSignedIn({ headers }: IncomingMessage): Promise<boolean> {
  const [, token = ''] = headers.cookie?.split(`${SESSION_COOKIE}=`) ?? [];
  const values = [createHash('sha256').update(token).digest()];
  return (await run({ name: 'session', text: SESSION, values })).rows.length === 1;
}

/** Returns the response body of a measured path, or null. */
async function read(url: string): Promise<object | null> {
  if (url === paths.ready()) return { status: 'ok' };
  const [, limit] = /^\/api\/jobs\/available\?limit=(\d+)$/.exec(url) ?? [];
  if (limit) {
    const { rows } = await run({ name: 'list', text: LIST, values: [Number(limit)] });
    return rows.map(withNames);
  }
  const [, id] = /^\/api\/jobs\/(\d+)$/.exec(url) ?? [];
  const { rows } = await run({ name: 'detail', text: DETAIL, values: [Number(id)] });
  return rows[0] ? withNames(rows[0]) : null;
}

async function respond(request: IncomingMessage): Promise<{ status: number; body: object | null }> {
  const { url = '' } = request;
  if (url !== paths.ready() && !(await isSignedIn(request))) return { status: 401, body: null };
  const body = await read(url);
  return { status: body ? 200 : 404, body };
}

const server = createServer((request, response) => {
  respond(request).then(
    ({ status, body }) => {
      const text = JSON.stringify(body);
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      response.writeHead(status, headers).end(text);
    },
    () => response.writeHead(500).end(),
  );
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
