import { setTimeout as delay } from 'node:timers/promises';
import type { ConsoleMessage, Page, Request, Response } from '@playwright/test';
import { paths } from '@dps/shared-contracts';
import { reportedProblems } from './visit-reports.ts';

/** What a browser says of content that the page's policy or an integrity has refused. */
const REFUSED = /content security policy|integrity/i;
/** The network is quiet after so long without a request. */
const QUIET_MS = 150;
const LOOK_EVERY_MS = 25;
const QUIET_WITHIN_MS = 10_000;

/** Hears everything that goes wrong in a page, whether or not it shows. */
export class PageWatch {
  readonly #page: Page;
  readonly #bases: readonly string[];
  readonly #underWay = new Set<Request>();
  #lastChange = performance.now();
  #problems: string[] = [];

  /** @param bases where the releases' files are, none of which may fail: `/modules/jobs/1.0.0/` */
  constructor(page: Page, bases: readonly string[]) {
    this.#page = page;
    this.#bases = bases;
    page.on('pageerror', ({ name, message }) => this.#problems.push(`a script throws: ${name}: ${message}`));
    page.on('crash', () => this.#problems.push('the page crashes'));
    page.on('console', (message) => this.#hear(message));
    page.on('request', (request) => this.#begin(request));
    page.on('requestfinished', (request) => this.#end(request));
    page.on('requestfailed', (request) => this.#fail(request));
    page.on('response', (response) => this.#answer(response));
  }

  /** Resolves when nothing is under way any more, or after ten seconds. */
  async quiet(): Promise<void> {
    const begun = performance.now();
    for (let now = begun; now - begun < QUIET_WITHIN_MS; now = performance.now()) {
      if (this.#underWay.size === 0 && now - this.#lastChange >= QUIET_MS) return;
      await delay(LOOK_EVERY_MS);
    }
  }

  /** Everything that has gone wrong since the last time, each once. */
  async take(): Promise<string[]> {
    // The shell sends its reports some seconds later, or when the page goes: here, before the page answers.
    await this.#page.evaluate(() => void globalThis.dispatchEvent(new Event('pagehide')));
    const problems = [...new Set(this.#problems)];
    this.#problems = [];
    return problems;
  }

  #ownFile(url: string): string | undefined {
    const { pathname } = new URL(url);
    return this.#bases.some((base) => pathname.startsWith(base)) ? pathname : undefined;
  }

  #begin(request: Request): void {
    this.#underWay.add(request);
    this.#lastChange = performance.now();
    if (request.method() === 'POST' && new URL(request.url()).pathname === paths.telemetry())
      this.#problems.push(...reportedProblems(request.postData() ?? '{}'));
  }

  #end(request: Request): void {
    this.#underWay.delete(request);
    this.#lastChange = performance.now();
  }

  #fail(request: Request): void {
    this.#end(request);
    const file = this.#ownFile(request.url());
    const reason = request.failure()?.errorText ?? '';
    // What a page that was left no longer waits for.
    if (file !== undefined && reason !== 'net::ERR_ABORTED')
      this.#problems.push(`${file} does not arrive (${reason})`);
  }

  #answer(response: Response): void {
    const file = this.#ownFile(response.url());
    if (file !== undefined && response.status() >= 400)
      this.#problems.push(`${file} is answered with ${response.status()}`);
  }

  #hear(message: ConsoleMessage): void {
    if (message.type() === 'error' && REFUSED.test(message.text()))
      this.#problems.push(`the browser refuses something: ${message.text()}`);
  }
}
