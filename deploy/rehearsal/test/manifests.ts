import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

interface Container {
  image: string;
  command?: string[];
  envFrom?: { configMapRef: { name: string } }[];
  env?: { name: string; valueFrom: { secretKeyRef: { name: string; key: string } } }[];
}

interface Peer {
  podSelector?: { matchLabels: Record<string, string> };
  ipBlock?: { cidr: string; except?: string[] };
}

interface NetworkPolicy {
  podSelector: { matchLabels?: { app: string }; matchExpressions?: { key: string; values: string[] }[] };
  egress: { to?: Peer[]; ports?: { port: number; protocol?: string }[] }[];
}

/** The parts of a manifest that the tests read. `typeFaults` compares all of it with the types of the Kubernetes API. */
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: Partial<NetworkPolicy> & { template?: { spec: { containers: Container[] } } };
}

export function readManifests(folder: string): Manifest[] {
  return filesOf(folder)
    .filter((file) => file !== 'kustomization.yaml')
    .flatMap((file) => parseAllDocuments(readDeployed(`${folder}/${file}`)))
    .map((document): Manifest => document.toJS());
}

/** The peers outside of the product, by the addresses that an operator replaces. */
const PEERS: Record<string, string> = {
  '192.0.2.5/32': 'database',
  '192.0.2.25/32': 'mail',
  '192.0.2.80/32': 'bucket',
  // Without private networks.
  '0.0.0.0/0 10.0.0.0/8 100.64.0.0/10 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16': 'public',
};

/** Returns the peers and ports to which the pods of an app may connect, such as `api:4201`. A rule without a peer allows `any`. */
export function egressOf(manifests: Manifest[], app: string): string[] {
  const rules = manifests.flatMap(({ kind, spec }) => {
    if (kind !== 'NetworkPolicy' || !spec?.podSelector) return [];
    const { matchLabels, matchExpressions = [] } = spec.podSelector;
    const isLabelled = matchLabels === undefined || matchLabels.app === app;
    const isSelected = matchExpressions.every(({ key, values }) => key === 'app' && values.includes(app));
    return isLabelled && isSelected ? (spec.egress ?? []) : [];
  });
  return rules.flatMap(({ to = [], ports = [] }) => {
    const peers = to.length === 0 ? ['any'] : to.map(peerOf);
    const places = ports.map(({ port, protocol }) => (protocol ? `${port}/${protocol}` : String(port)));
    return peers.flatMap((peer) => places.map((place) => `${peer}:${place}`));
  });
}

function peerOf({ ipBlock, podSelector }: Peer): string {
  if (ipBlock) return PEERS[[ipBlock.cidr, ...(ipBlock.except ?? [])].join(' ')] ?? ipBlock.cidr;
  const { app, 'k8s-app': systemApp } = podSelector?.matchLabels ?? {};
  return app ?? (systemApp === 'kube-dns' ? 'dns' : 'any');
}

/**
 * Type-checks manifests as object literals. So the compiler reports wrong types and unknown fields, which the published
 * JSON schemas accept.
 *
 * @returns the compiler's output; empty if there is no fault
 */
export function typeFaults(manifests: Manifest[]): string {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, '.cache', 'manifests-'));
  const lines = manifests.map(
    (manifest, index) =>
      `import type { I${manifest.kind} as Type${index} } from 'kubernetes-models/${manifest.apiVersion}';\n` +
      `export const manifest${index}: Type${index} = ${JSON.stringify(manifest, null, 2)};\n`,
  );
  try {
    writeFileSync(join(folder, 'manifests.mts'), lines.join('\n'));
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024'];
    const compiler = join(ROOT, 'node_modules/.bin/tsc');
    const parameters = [...options, '--types', '', 'manifests.mts'];
    const { stdout } = spawnSync(compiler, parameters, { cwd: folder, encoding: 'utf8' });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
