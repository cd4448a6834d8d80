import { writeFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressFor } from '@dps/local-stack/postgres/roles';
import type { ManagedProcess, ProcessOptions } from '@dps/local-stack/process/managed-process';
import { apiProcess, gatewayProcess, runApiCommand } from '@dps/local-stack/servers';
import { startSandbox, stripeScript, type Sandbox } from '@dps/payment-sandbox';
import { integrityOf } from '@dps/release/store/integrity';
import { newKey } from '@dps/release/store/release-key';
import { BUCKET, startBucket } from '@dps/release/store/testing/bucket';
import { paths } from '@dps/contract';
import { lastLines, runToEnd } from '@dps/local-stack/process/run-to-end';
import { freeAddresses, replaceBehind, startDatabaseBalancer, startWebBalancer } from './balancers.ts';
import { DatabaseFolder, DatabaseServer } from './database-server.ts';
import { publishWorkspace } from './releases.ts';
import { say, type Workplace } from './workplace.ts';

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A certificate authority of this run, which issues certificates for `localhost`. */
class Certificates {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async create(folder: string): Promise<Certificates> {
    mkdirSync(folder, { mode: 0o700 });
    const certificates = new Certificates(folder);
    await certificates.#create('authority', ['-subj', '/CN=topology']);
    await certificates.renew();
    return certificates;
  }

  /** Path of the certificate that clients trust. */
  get authority(): string {
    return join(this.#folder, 'authority.pem');
  }

  /** Path of the balancer's file: certificate and key. */
  get site(): string {
    return join(this.#folder, 'site.pem');
  }

  /** Replaces the balancer's file. The balancer reads it at its next reload. */
  async renew(): Promise<void> {
    const issuer = ['-CA', 'authority.pem', '-CAkey', 'authority-key.pem'];
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    await this.#create('server', [...issuer, ...names, '-addext', 'basicConstraints=critical,CA:false']);
    const parts = ['server.pem', 'server-key.pem'].map((file) =>
      readFileSync(join(this.#folder, file), 'utf8'),
    );
    writeFileSync(this.site, parts.join(''), { mode: 0o600 });
  }

  async #create(name: string, parameters: string[]): Promise<void> {
    const files = ['-keyout', `${name}-key.pem`, '-out', `${name}.pem`];
    const { ok, output } = await runToEnd(
      'openssl',
      ['req', '-x509', '-days', '2', ...NEW_KEY, ...files, ...parameters],
      {
        cwd: this.#folder,
        env: process.env,
      },
    );
    if (!ok) throw new Error(lastLines(output));
  }
}

/** The running topology: two of each process, behind one balancer with TLS. */
export interface Product {
  /** `https://localhost:54321` */
  origin: string;
  certificates: Certificates;
  gateways: ManagedProcess[];
  apis: ManagedProcess[];
  balancer: ManagedProcess;
  primary: DatabaseServer;
  standby: DatabaseServer;
  /** Address of the database through the balancer, which follows the primary, for the superuser. */
  databaseUrl: string;
  sandbox: Sandbox;
  /** Environment of the release command. */
  releases: Record<string, string>;
  /** Runs a command of the API (`migrate`, `seed`) of a build. Returns its output. */
  apiCommand(name: string, build?: string): Promise<string>;
  /** Restarts a gateway or an API process as `deploy/rolling-restart.sh` does, optionally with other settings. */
  replace: (server: ManagedProcess, changes?: Partial<ProcessOptions>) => Promise<void>;
}

async function startDatabases(workplace: Workplace): Promise<Pick<Product, 'primary' | 'standby'>> {
  const folder = new DatabaseFolder(workplace);
  const primary = await DatabaseServer.create(folder, 'database-1', workplace);
  const standby = await DatabaseServer.create(folder, 'database-2', workplace);
  await primary.initialise();
  await standby.follow(primary);
  await primary.awaitStandby();
  say('PostgreSQL runs with a synchronous standby');
  return { primary, standby };
}

/** Starts all parts with the settings of production on free loopback ports. */
export async function startProduct(workplace: Workplace): Promise<Product> {
  const { folder } = workplace;
  const addresses = await freeAddresses();
  const origin = `https://localhost:${addresses.https.split(':')[1]}`;
  const { primary, standby } = await startDatabases(workplace);
  const databaseUrl = await startDatabaseBalancer([primary.url, standby.url], workplace);

  const bucket = await startBucket();
  workplace.add(() => bucket.close());
  const { key, pem } = newKey();
  const keyFile = join(folder, 'release-key.pem');
  writeFileSync(keyFile, pem, { mode: 0o600 });
  const RELEASE_STORE = `s3://${BUCKET}/production`;
  const releases = { ...bucket.environmentOf('publisher'), RELEASE_STORE, RELEASE_KEY_FILE: keyFile };
  await publishWorkspace(releases);
  say('The releases are in the bucket');

  const webhookUrl = `http://${addresses.internal}${paths.paymentWebhook()}`;
  const sandbox = await startSandbox({ webhookUrl });
  workplace.add(() => sandbox.close());
  const certificates = await Certificates.create(join(folder, 'certificate'));
  const balancer = await startWebBalancer(addresses, certificates.site, workplace);

  const apiEnvironment = {
    NODE_ENV: 'production',
    DEMO_DATA: 'true',
    DATABASE_URL: addressFor('dps_api', databaseUrl),
    PUBLIC_ORIGIN: origin,
    LOG_LEVEL: 'warn',
    // All users of the load have one address.
    RATE_LIMIT_FACTOR: '10000',
    OPEN_JOBS_PER_CLIENT: '1000000',
    STRIPE_SECRET_KEY: sandbox.keys.secretKey,
    STRIPE_WEBHOOK_SECRET: sandbox.keys.webhookSecret,
    STRIPE_API_BASE: sandbox.url,
    ALLOW_PAYMENT_SANDBOX: 'true',
    ATTACHMENT_STORE: 's3',
    S3_BUCKET: BUCKET,
    ...bucket.environmentOf('api'),
  };
  const apiCommand = (name: string, build?: string): Promise<string> => {
    const owner = name === 'migrate' && { DATABASE_URL: addressFor('dps_owner', databaseUrl) };
    return runApiCommand(name, { environment: { ...apiEnvironment, ...owner }, build });
  };
  say(await apiCommand('migrate'));
  say(await apiCommand('seed'));
  const serverOf = (name: string, address: string) => ({
    name,
    port: Number(address.split(':')[1]),
    log: join(folder, `${name}.log`),
  });
  const startApi = (address: string, name: string) =>
    workplace.start(apiProcess({ ...serverOf(name, address), environment: apiEnvironment }));
  const gatewayEnvironment = {
    DEMO_DATA: 'true',
    PUBLIC_ORIGIN: origin,
    API_ORIGIN: `http://${addresses.internal}`,
    TRUSTED_PROXIES: 'loopback',
    RELEASE_PUBLIC_KEYS: key.publicKey,
    STRIPE_PUBLISHABLE_KEY: sandbox.keys.publishableKey,
    PAYMENT_SANDBOX_ORIGIN: sandbox.url,
    PAYMENT_SANDBOX_INTEGRITY: integrityOf(await stripeScript()),
    RELEASE_STORE,
    ...bucket.environmentOf('gateway'),
  };
  const startGateway = (address: string, name: string) => {
    const environment = { ...gatewayEnvironment, RELEASE_CACHE_DIR: join(folder, `${name}-cache`) };
    return workplace.start(gatewayProcess({ ...serverOf(name, address), environment }));
  };
  const [api1, api2] = addresses.apis;
  const apis = [await startApi(api1, 'api-1'), await startApi(api2, 'api-2')];
  const [gateway1, gateway2] = addresses.gateways;
  const gateways = [await startGateway(gateway1, 'gateway-1'), await startGateway(gateway2, 'gateway-2')];
  say(`The product runs at ${origin}`);
  return {
    origin,
    certificates,
    gateways,
    apis,
    balancer,
    primary,
    standby,
    databaseUrl,
    sandbox,
    releases,
    apiCommand,
    replace: (server, changes) =>
      replaceBehind(addresses.admin, gateways.includes(server) ? 'gateways' : 'apis', server, changes),
  };
}
