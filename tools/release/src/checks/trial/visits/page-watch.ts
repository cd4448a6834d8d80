import { setTimeout as delay } from 'node:timers/promises';
import type { ConsoleMessage, Dialog, Page, Request, Response } from '@playwright/test';
import { paths, telemetryBody, type ReportedCrash, type ReportedLoad } from '@dps/contract';
import { takeHarm } from './page-guard.ts';

/** The problem of a module that has no release which loads. */
export const unloadedText = (module: string, version: string): string =>
  `${module} ${version} cannot be loaded`;

const OUTCOMES: Record<ReportedLoad['outcome'], ((load: ReportedLoad) => string) | null> = {
  loaded: null,
  retried: ({ module, version }) => `${module} ${version} loads only at the second attempt`,
  fallback: ({ module, version, shown }) => `${module} ${version} falls back to ${shown}`,
  unavailable: ({ module, version }) => unloadedText(module, version),
};

function crashText({ module, version, part, errorName, message, place }: ReportedCrash): string {
  const where = place === undefined ? '' : `, in ${place}`;
  return `${module} ${version} throws while its ${part} renders: ${[errorName, message].filter(Boolean).join(': ')}${where}`;
}

/**
 * Returns the load failures and crashes in a report of the shell. The shell replaces a failed part by a panel, so only
 * its reports show the failure.
 *
 * @param report the body of a report, as JSON
 * @returns one sentence for each problem
 */
export function reportedProblems(report: string): string[] {
  const body: unknown = JSON.parse(report);
  if (!telemetryBody.isValidSync(body)) return [];
  return [
    ...(body.loads ?? []).flatMap((load) => OUTCOMES[load.outcome]?.(load) ?? []),
    ...(body.crashes ?? []).map(crashText),
  ];
}

/** Console messages about content that the content security policy or an integrity check blocked. */
const REFUSED = /content security policy|integrity/i;
/** The message of a script of another origin. It contains the nonce of the document; `guardPage` reports the address alone. */
const FOREIGN_SCRIPT = /directive: "?script-src-elem /;
const INLINE_STYLE = /inline style.*directive ['"]?style-src/;
const INLINE_STYLE_PROBLEM =
  'has inline styles, which the security policy blocks. Use the property "sx" of @dps/ui, or a CSSStyleSheet in document.adoptedStyleSheets';
/** Time without a request after which the network is idle. */
const QUIET_MS = 150;
const POLL_MS = 25;
const QUIET_WITHIN_MS = 10_000;

/** Collects all problems of a page, visible or not. */
export class PageWatch {
  readonly #page: Page;
  readonly #bases: readonly string[];
  readonly #isGuarded: boolean;
  readonly #active = new Set<Request>();
  #lastChange = performance.now();
  #problems: string[] = [];
  #dialogs: string[] = [];

  /**
   * @param bases base paths of release files, which must all load: `/modules/jobs/1.0.0/`
   * @param isGuarded whether `guardPage` watches the page
   */
  constructor(page: Page, bases: readonly string[], isGuarded: boolean) {
    this.#page = page;
    this.#bases = bases;
    this.#isGuarded = isGuarded;
    page.on('pageerror', ({ name, message }) => this.#problems.push(`a script throws: ${name}: ${message}`));
    page.on('crash', () => this.#problems.push('the page crashes'));
    page.on('dialog', (dialog) => void this.#dismiss(dialog));
    page.on('console', (message) => this.#readConsole(message));
    page.on('request', (request) => this.#begin(request));
    page.on('requestfinished', (request) => this.#end(request));
    page.on('requestfailed', (request) => this.#fail(request));
    page.on('response', (response) => this.#readResponse(response));
  }

  /** Resolves when the network is idle, or after ten seconds. */
  async quiet(): Promise<void> {
    const begun = performance.now();
    for (let now = begun; now - begun < QUIET_WITHIN_MS; now = performance.now()) {
      if (this.#active.size === 0 && now - this.#lastChange >= QUIET_MS) return;
      await delay(POLL_MS);
    }
  }

  /** Returns the unique problems since the last call. */
  async take(): Promise<string[]> {
    // The shell sends its reports after some seconds or on `pagehide`. The event sends them now.
    await this.#page.evaluate(() => void globalThis.dispatchEvent(new Event('pagehide')));
    const problems = [...new Set([...(await this.takeHarm()), ...this.#problems])];
    this.#problems = [];
    return problems;
  }

  /** Returns what the page did to other parts since the last call. */
  async takeHarm(): Promise<string[]> {
    const harm = [...(await takeHarm(this.#page)), ...this.#dialogs];
    this.#dialogs = [];
    return harm;
  }

  async #dismiss(dialog: Dialog): Promise<void> {
    const { type, message } = { type: dialog.type(), message: dialog.message() };
    // A page may request a confirmation before a changed form is left.
    if (type === 'beforeunload') return dialog.accept();
    this.#dialogs.push(
      `calls ${type}(${JSON.stringify(message)}), which stops the entire page until the user closes it. Show a dialog or a toast of @dps/ui instead`,
    );
    return dialog.dismiss();
  }

  #ownFile(url: string): string | undefined {
    const { pathname } = new URL(url);
    return this.#bases.some((base) => pathname.startsWith(base)) ? pathname : undefined;
  }

  #begin(request: Request): void {
    // A stream has no end.
    if (new URL(request.url()).pathname === paths.events()) return;
    this.#active.add(request);
    this.#lastChange = performance.now();
    if (request.method() === 'POST' && new URL(request.url()).pathname === paths.telemetry())
      this.#problems.push(...reportedProblems(request.postData() ?? '{}'));
  }

  #end(request: Request): void {
    this.#active.delete(request);
    this.#lastChange = performance.now();
  }

  #fail(request: Request): void {
    this.#end(request);
    const file = this.#ownFile(request.url());
    const reason = request.failure()?.errorText ?? '';
    // A navigation aborts the pending requests of the previous page.
    if (file !== undefined && reason !== 'net::ERR_ABORTED')
      this.#problems.push(`${file} fails to load (${reason})`);
  }

  #readResponse(response: Response): void {
    const file = this.#ownFile(response.url());
    if (file !== undefined && response.status() >= 400)
      this.#problems.push(`${file} returns status ${response.status()}`);
  }

  #readConsole(message: ConsoleMessage): void {
    const text = message.text();
    if (message.type() === 'error' && REFUSED.test(text) && !(this.#isGuarded && FOREIGN_SCRIPT.test(text)))
      this.#problems.push(
        INLINE_STYLE.test(text) ? INLINE_STYLE_PROBLEM : `the browser blocks content: ${text}`,
      );
  }
}
