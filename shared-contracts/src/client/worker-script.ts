/** What the build writes into a module's runtime: the digests of its scripts and their files, both by the script's id. */
declare const __webpack_require__: {
  readonly integrity: Readonly<Record<string, string>>;
  readonly u: (id: string) => string;
};

/** A digest that no file has. */
const NOTHING = `sha256-${'A'.repeat(43)}=`;

/**
 * The script of a worker. Browsers check no integrity of such scripts, so it is fetched with one and started from memory,
 * where the page's security policy holds for it as well.
 *
 * The build makes a script of what it finds in exactly this form:
 * `new WorkerScript(new URL('./name.worker.ts', import.meta.url))`.
 */
export class WorkerScript {
  readonly url: URL;

  constructor(url: URL) {
    this.url = url;
  }

  /** Starts a worker; throws when its script cannot be had, or is not what the build has made. */
  async start(): Promise<Worker> {
    const { integrity, u: fileOf } = __webpack_require__;
    const id = Object.keys(integrity).find((each) => this.url.href.endsWith(fileOf(each)));
    const answer = await fetch(this.url, { integrity: integrity[id ?? ''] ?? NOTHING });
    const address = URL.createObjectURL(await answer.blob());
    const worker = new Worker(address);
    // The address was looked up when the worker was made.
    URL.revokeObjectURL(address);
    return worker;
  }
}
