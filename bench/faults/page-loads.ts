import { setTimeout as delay } from 'node:timers/promises';
import { isIntact, integrityOf } from '@dps/release-store/integrity';
import { signRegistry, type ReleaseKey } from '@dps/release-store/release-key';
import type { ReleaseStore } from '@dps/release-store/release-store';
import { revisionContent, revisionFile } from '@dps/release-store/revisions';
import { registryModule, SHELL_FILES, shellRelease } from '@dps/release-store/testing/releases';
import type { ShellRelease } from '@dps/contract';

const ANSWER_WITHIN_MS = 10_000;
const PAUSE_MS = 20;
const LANES = 2;
/** Together four times the gateway's cache, so that most loads read the store. */
const FILES = 200;
const FILE_BYTES = 20_000;

/** Size of the gateway's cache in bytes: the minimum. */
export const CACHE_BYTES = 1_048_576;

/** Publishes a shell with many files, and a registry with a page for `/jobs`. Returns the shell's release. */
export async function publishShell(store: ReleaseStore, key: ReleaseKey): Promise<ShellRelease> {
  const parts = Array.from({ length: FILES }, (_, index) => {
    const name = `assets/part.${index.toString(16).padStart(8, '0')}.js`;
    return [name, `part(${index})`.padEnd(FILE_BYTES, `// ${index} `)] as const;
  });
  const contents = [...Object.entries(SHELL_FILES), ...parts];
  const files = Object.fromEntries(contents.map(([name, content]) => [name, integrityOf(content)]));
  const shell = { ...shellRelease(), files };
  for (const [name, content] of contents)
    await store.createFile(`${shell.base.slice(1)}${name}`, Buffer.from(content));
  const registry = signRegistry({ revision: 1, shell, modules: [registryModule('jobs')] }, key);
  await store.createFile(revisionFile(1), revisionContent(registry));
  return shell;
}

/** Users that open pages: a document, and one file of the shell. */
export class PageLoads {
  /** Pages with their file. */
  served = 0;
  /** Files that were refused with 503, which browsers request again. */
  refused = 0;
  /** Documents that are not 200, files with another content, and files with another status than 200 and 503. */
  wrong = 0;
  private readonly stopping = new AbortController();
  private readonly url: string;
  private readonly shell: ShellRelease;
  private readonly lanes: Promise<void>[];

  /** Starts to load pages from a gateway. */
  constructor(url: string, shell: ShellRelease) {
    this.url = url;
    this.shell = shell;
    this.lanes = Array.from({ length: LANES }, () => this.load());
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.lanes);
  }

  private async load(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      // A connection that breaks gives the browser an error, and no wrong content.
      await this.loadPage().catch(() => undefined);
      await delay(PAUSE_MS);
    }
  }

  private get(path: string, accept: string): Promise<Response> {
    return fetch(this.url + path, { headers: { accept }, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  }

  private async loadPage(): Promise<void> {
    const document = await this.get('/jobs', 'text/html');
    await document.arrayBuffer();
    if (document.status !== 200) this.wrong += 1;
    const names = Object.keys(this.shell.files);
    const name = names[Math.floor(Math.random() * names.length)] ?? '';
    const file = await this.get(this.shell.base + name, '*/*');
    const content = Buffer.from(await file.arrayBuffer());
    if (file.status === 503) this.refused += 1;
    else if (file.status === 200 && isIntact(content, this.shell.files[name] ?? '')) this.served += 1;
    else this.wrong += 1;
  }
}
