import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import S3rver from 's3rver';
import accounts from 's3rver/lib/models/account.js';
import { openStore } from '../open-store.ts';
import type { ReleaseStore } from '../release-store.ts';

export const BUCKET = 'releases';
const PRECONDITION_FAILED =
  '<Error><Code>PreconditionFailed</Code><Message>At least one condition did not hold</Message></Error>';

const ACCESS_DENIED = '<Error><Code>AccessDenied</Code><Message>Access Denied.</Message></Error>';
const KEY_SCRIPT = fileURLToPath(new URL('../../../../../deploy/store/create-keys.sh', import.meta.url));

/** A part of the product with a key of its own. */
export type Part = 'api' | 'gateway' | 'releases' | 'publisher';

interface Policy {
  Statement: { Action: string[]; Resource: string[] }[];
}

/** Returns the rights of a part in this bucket: those of a deployment. */
function policyOf(part: Part): Policy {
  const env = { ...process.env, RELEASE_STORE: `s3://${BUCKET}/production`, ATTACHMENT_BUCKET: BUCKET };
  return JSON.parse(execFileSync('sh', [KEY_SCRIPT, 'policy', part], { env, encoding: 'utf8' }));
}

const isIn = (resource: string, pattern: string): boolean =>
  pattern.endsWith('*') ? resource.startsWith(pattern.slice(0, -1)) : resource === pattern;

/** Refuses the requests that the policy of their key does not allow. Keys without a policy have all rights. */
function addPolicies(s3: S3rver, policies: ReadonlyMap<string, Policy>): void {
  const objectActions: Record<string, string> = {
    GET: 's3:GetObject',
    HEAD: 's3:GetObject',
    PUT: 's3:PutObject',
    DELETE: 's3:DeleteObject',
  };
  s3.middleware.unshift(async (context, next) => {
    const [, id = ''] = /Credential=([^/]+)/.exec(context.get('authorization')) ?? [];
    const policy = policies.get(id);
    const place = decodeURIComponent(context.path).replace(/^\/|\/$/g, '');
    const action = place.includes('/') ? objectActions[context.method] : 's3:ListBucket';
    const isAllowed = policy?.Statement.some(
      ({ Action, Resource }) =>
        Action.some((each) => each === action) &&
        Resource.some((pattern) => isIn(`arn:aws:s3:::${place}`, pattern)),
    );
    if (policy && !isAllowed)
      Object.assign(context, { status: 403, type: 'application/xml', body: ACCESS_DENIED });
    else await next();
  });
}

/** Adds conditional writes, which the server ignores. Serializes the writes of a file. */
function addConditionalWrites(s3: S3rver): void {
  const queues = new Map<string, Promise<void>>();
  s3.middleware.unshift(async (context, next) => {
    const [match, noneMatch] = [context.get('if-match'), context.get('if-none-match')];
    if (context.method !== 'PUT' || !(match || noneMatch)) return next();
    const [, bucket = '', ...rest] = decodeURIComponent(context.path).split('/');
    const key = rest.join('/');
    const write = async () => {
      const exists = await s3.store.existsObject(bucket, key);
      const etag = exists ? (await s3.store.getMetadata(bucket, key)).etag : undefined;
      if ((noneMatch === '*' && exists) || (match && match !== etag))
        Object.assign(context, { status: 412, type: 'application/xml', body: PRECONDITION_FAILED });
      else await next();
    };
    const queued = (queues.get(context.path) ?? Promise.resolve()).then(write, write);
    queues.set(context.path, queued);
    await queued;
  });
}

export interface Bucket {
  /** Environment variables with the connection settings, and a key for everything. */
  environment: Record<string, string>;
  /** The same with the key of a part, which has the rights of a deployment for `s3://releases/production` and `attachments/`. */
  environmentOf(part: Part): Record<string, string>;
  /** Opens the store with this prefix, with the key of a part or the key for everything. */
  open(prefix: string, part?: Part): Promise<ReleaseStore>;
  /** Folder of the stored objects. */
  directory: string;
  close(): Promise<void>;
}

/** Starts an S3-compatible server with one bucket on a free loopback port. */
export async function startBucket(): Promise<Bucket> {
  const directory = mkdtempSync(path.join(tmpdir(), 'dps-bucket-'));
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] });
  await s3.configureBuckets();
  addConditionalWrites(s3);
  const policies = new Map<string, Policy>();
  addPolicies(s3, policies);
  const server = createServer(s3.callback());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const environment = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_REGION: 'us-east-1',
    S3_PATH_STYLE: 'true',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  const environmentOf = (part: Part) => {
    policies.set(part, policyOf(part));
    accounts.DUMMY_ACCOUNT.createKeyPair(part, part);
    return { ...environment, S3_ACCESS_KEY_ID: part, S3_SECRET_ACCESS_KEY: part };
  };
  return {
    directory,
    environment,
    environmentOf,
    open: (prefix, part) => {
      const settings = part ? environmentOf(part) : environment;
      return openStore(`s3://${BUCKET}/${prefix}`, {
        endpoint: settings.S3_ENDPOINT,
        region: settings.S3_REGION,
        pathStyle: true,
        accessKeyId: settings.S3_ACCESS_KEY_ID,
        secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
      });
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      s3.logger.exceptions.unhandle();
      s3.logger.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
