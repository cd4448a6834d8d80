/** Part of the webpack runtime of a module: integrity hashes and files of scripts, by chunk id. */
declare const __webpack_require__: {
  readonly integrity: Readonly<Record<string, string>>;
  readonly u: (id: string) => string;
};

/** An integrity hash that does not match any file. */
const NOTHING = `sha256-${'A'.repeat(43)}=`;

/**
 * The script of a worker. Browsers do not check the integrity of worker scripts, so this class fetches the script with its
 * integrity hash and starts it from memory, under the same content security policy.
 *
 * The build recognizes only this form: `new WorkerScript(new URL('./name.worker.ts', import.meta.url))`.
 */
export class WorkerScript {
  readonly url: URL;

  constructor(url: URL) {
    this.url = url;
  }

  /** Starts a worker. Throws if the script cannot be loaded or fails the integrity check. */
  async start(): Promise<Worker> {
    const { integrity, u: fileOf } = __webpack_require__;
    const id = Object.keys(integrity).find((each) => this.url.href.endsWith(fileOf(each)));
    const response = await fetch(this.url, { integrity: integrity[id ?? ''] ?? NOTHING });
    const address = URL.createObjectURL(await response.blob());
    const worker = new Worker(address);
    // The constructor of Worker has already read the URL.
    URL.revokeObjectURL(address);
    return worker;
  }
}
