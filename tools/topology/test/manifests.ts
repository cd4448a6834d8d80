import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { array, lazy, mixed, number, object, string } from 'yup';
import { parseAllDocuments } from 'yaml';

const ROOT = join(import.meta.dirname, '../../..');
const DEPLOY = join(ROOT, 'deploy');

/** Returns the text of a file in the folder `deploy`. */
export const readDeployed = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8');

/** Returns the files of a folder in `deploy`, by name. */
export const filesOf = (folder: string): string[] => globSync('*', { cwd: join(DEPLOY, folder) }).toSorted();

/** Parses lines such as `NAME=value`. */
export function parseEnvironment(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z]\w*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** Returns the variables that a container file sets. */
export function imageEnvironment(file: string): Record<string, string> {
  const lines = [...readDeployed(file).matchAll(/^ENV (.+)$/gm)].map(([, settings = '']) => settings);
  return parseEnvironment(lines.join(' ').replaceAll(' ', '\n'));
}

/** Replaces `${NAME}`, `${NAME:?}` and `${NAME:-default}`, as Compose does. Throws for a missing required variable. */
export function interpolate(text: string, environment: Record<string, string>): string {
  return text.replace(/(?<!\$)\$\{(\w+)(?::(?:(\?)|-([^}]*)))?\}/g, (_all, name, required, fallback) => {
    const value = environment[name] ?? fallback;
    if (value === undefined) throw new Error(`${name} is ${required ? 'required' : 'not set'}`);
    return value;
  });
}

const container = object({
  image: string().required(),
  command: array(string().required()).default([]),
  envFrom: array(object({ configMapRef: object({ name: string().required() }) })).default([]),
  env: array(
    object({
      name: string().required(),
      valueFrom: object({
        secretKeyRef: object({ name: string().required(), key: string().required() }),
      }),
    }),
  ).default([]),
});

/** The parts of a manifest that name settings. */
const manifestSchema = object({
  apiVersion: string().required(),
  kind: string().required(),
  metadata: object({ name: string().required() }),
  data: lazy((data: object | undefined) =>
    object(Object.fromEntries(Object.keys(data ?? {}).map((name) => [name, string().strict().required()]))),
  ),
  spec: object({ template: object({ spec: object({ containers: array(container).default([]) }) }) }),
});

export function readManifests(folder: string) {
  return filesOf(folder)
    .filter((file) => file !== 'kustomization.yaml')
    .flatMap((file) => parseAllDocuments(readDeployed(`${folder}/${file}`)))
    .map((document) => {
      const content: unknown = document.toJS();
      return Object.assign(manifestSchema.validateSync(content), { content });
    });
}

const labels = object({ matchLabels: lazy(() => mixed<Record<string, string>>()) }).default(undefined);
const policySpec = object({
  podSelector: object({
    matchLabels: object({ app: string() }).default({}),
    matchExpressions: array(
      object({ key: string().required(), values: array(string().required()).required() }),
    ).default([]),
  }).required(),
  egress: array(
    object({
      to: array(
        object({
          podSelector: labels,
          namespaceSelector: labels,
          ipBlock: object({
            cidr: string().required(),
            except: array(string().required()).default([]),
          }).default(undefined),
        }),
      ).default([]),
      ports: array(object({ port: number().required(), protocol: string() })).default([]),
    }),
  ).default([]),
});

/** The peers outside of the product, by the addresses that an operator replaces. */
const PEERS: Record<string, string> = {
  '192.0.2.5/32': 'database',
  '192.0.2.25/32': 'mail',
  '192.0.2.80/32': 'bucket',
  // Without private networks.
  '0.0.0.0/0 10.0.0.0/8 100.64.0.0/10 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16': 'public',
};

/** Returns the peers and ports to which the pods of an app may connect, such as `api:4201`. A rule without a peer allows `any`. */
export function egressOf(manifests: ReturnType<typeof readManifests>, app: string): string[] {
  const policies = manifests
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map(({ content }) => object({ spec: policySpec }).validateSync(content).spec)
    .filter(({ podSelector: { matchLabels, matchExpressions } }) => {
      const isLabelled = matchLabels.app === undefined || matchLabels.app === app;
      return isLabelled && matchExpressions.every(({ key, values }) => key === 'app' && values.includes(app));
    });
  return policies.flatMap(({ egress }) =>
    egress.flatMap(({ to, ports }) => {
      const peers = to.map(({ ipBlock, podSelector }) =>
        ipBlock
          ? (PEERS[[ipBlock.cidr, ...ipBlock.except].join(' ')] ?? ipBlock.cidr)
          : (podSelector?.matchLabels?.['app'] ??
            (podSelector?.matchLabels?.['k8s-app'] === 'kube-dns' ? 'dns' : 'any')),
      );
      const places = ports.map(({ port, protocol }) => (protocol ? `${port}/${protocol}` : String(port)));
      return (peers.length > 0 ? peers : ['any']).flatMap((peer) =>
        places.map((place) => `${peer}:${place}`),
      );
    }),
  );
}

/**
 * Type-checks manifests as object literals. So the compiler reports wrong types and unknown fields, which the published
 * JSON schemas accept.
 *
 * @returns the compiler's output; empty if there is no fault
 */
export function typeFaults(manifests: ReturnType<typeof readManifests>): string {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, '.cache', 'manifests-'));
  const lines = manifests.map(
    ({ apiVersion, kind, content }, index) =>
      `import type { I${kind} as Type${index} } from 'kubernetes-models/${apiVersion}';\n` +
      `export const manifest${index}: Type${index} = ${JSON.stringify(content, null, 2)};\n`,
  );
  try {
    writeFileSync(join(folder, 'manifests.mts'), lines.join('\n'));
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024'];
    const { stdout } = spawnSync(
      join(ROOT, 'node_modules/.bin/tsc'),
      [...options, '--types', '', 'manifests.mts'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
