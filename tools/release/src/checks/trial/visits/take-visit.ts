import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { DEMO_ACCOUNTS, paths, type ModuleBuild, type Registry } from '@dps/contract';
import { messageOf } from '../../../store/command-error.ts';
import { type Candidate, HOST_CONTAINER, widgetPath } from '../product/trial-registry.ts';
import { LeakWatch } from '../leaks/leak-watch.ts';
import { BlockedPage, watchBlocks } from './blocked-page.ts';
import { go, frameProblems, visibleParts, findLoadCause, loadWidgets } from './open-page.ts';
import { guardPage } from './page-guard.ts';
import { PageWatch, unloadedText } from './page-watch.ts';
import type { Visitor, PlannedVisit } from './plan-visits.ts';

/** React shows a part at most 300 ms after its script has loaded. */
const SHOWN_AFTER_MS = 400;

const NO_HEADING = 'shows no heading (h1) within 20 seconds';

/** A problem of a page. */
export interface Finding {
  who: Visitor;
  /** The page's address. */
  path: string;
  problem: string;
}

async function signIn({ request }: BrowserContext, url: string, who: Visitor): Promise<void> {
  const account = DEMO_ACCOUNTS.find(({ role }) => role === who);
  if (!account) return;
  const { username, password } = account;
  const login = await request.post(url + paths.login(), {
    data: { username, password },
    headers: { origin: url },
  });
  if (!login.ok()) throw new Error(`The demo account of a ${who} could not sign in: ${login.status()}`);
}

/** Returns whether the candidate runs in a page. */
async function runs(page: Page, candidate: Candidate): Promise<boolean> {
  if (candidate.kind === 'module')
    return page.evaluate((name) => Object.hasOwn(globalThis, name), candidate.release.container);
  const { base } = candidate.release;
  return page.evaluate((begin) => document.querySelector(`script[src^="${begin}"]`) !== null, base);
}

/** The visit of one visitor through a product, in a separate page. */
class Visit {
  readonly findings: Finding[] = [];
  readonly #plan: PlannedVisit;
  readonly #candidate: Candidate;
  readonly #page: Page;
  readonly #watch: PageWatch;
  /** The visible parts of the shell before the candidate's pages. */
  #frame: string[] = [];
  /** The page that the visit opens. */
  #path: string;

  constructor(plan: PlannedVisit, candidate: Candidate, page: Page) {
    this.#plan = plan;
    this.#path = plan.rest;
    this.#candidate = candidate;
    this.#page = page;
    const bases = candidate.kind === 'shell' ? ['/shell/', '/modules/'] : [candidate.release.base];
    this.#watch = new PageWatch(page, bases, candidate.kind === 'module');
  }

  /** Visits the pages of other modules first, so that their side effects come before the candidate. */
  async withinTheShell(containers: readonly string[]): Promise<void> {
    const { others, own, rest } = this.#plan;
    const [first = rest, ...more] = others;
    // Ignore problems that exist without the candidate.
    let known = await this.#visit(first, 'address');
    for (const path of more) known = await this.#visit(path, 'link');
    this.#frame = await visibleParts(this.#page);
    // A shell owns its document, so only modules can leak.
    const leaks = this.#candidate.kind === 'module' ? await LeakWatch.begin(this.#page) : null;
    for (const path of own) {
      // Without its frame, the shell shows no further page in this document.
      if (!(await this.#visitOwn(path, 'link'))) return;
      await leaks?.check();
    }
    if (this.#candidate.kind === 'module' && !(await this.#visitWidgets(this.#candidate.release))) return;
    const after = own.length > 0 ? await this.#visit(rest, 'link') : known;
    this.#note(
      rest,
      this.#candidate.kind === 'shell' ? after : after.filter((each) => !known.includes(each)),
    );
    if (leaks) this.#note(own.join(', '), await leaks.end(containers));
  }

  async byAddress(): Promise<void> {
    for (const path of this.#plan.own) await this.#visitOwn(path, 'address');
  }

  /** Records an error that ends a visit early, such as a crash or a reload of the page. */
  endEarly(error: unknown): void {
    if (error instanceof BlockedPage) return this.#note(this.#path, [error.message]);
    const [message = ''] = messageOf(error).split('\n');
    this.#note(this.#plan.own.join(', '), [`ends the visit early: ${message}`]);
  }

  #note(path: string, problems: readonly string[]): void {
    this.findings.push(...problems.map((problem) => ({ who: this.#plan.who, path, problem })));
  }

  async #visit(path: string, how: 'link' | 'address'): Promise<string[]> {
    this.#path = path;
    const isShown = await go(this.#page, path, how);
    await this.#watch.quiet();
    const problems = await this.#watch.take();
    return isShown ? problems : [NO_HEADING, ...problems];
  }

  /** Adds the cause to the problem of a module whose page is not shown. */
  async #withCause(problems: readonly string[]): Promise<readonly string[]> {
    if (this.#candidate.kind === 'shell') return problems;
    const { name, version, container, base } = this.#candidate.release;
    const shown = problems.find((each) => each === unloadedText(name, version) || each === NO_HEADING);
    const cause = shown === undefined ? '' : await findLoadCause(this.#page, { name: container, base });
    return problems.map((each) => (each === shown && cause !== '' ? `${each}: ${cause}` : each));
  }

  /** Returns whether the frame of the shell is complete on the page. */
  async #visitOwn(path: string, how: 'link' | 'address'): Promise<boolean> {
    this.#note(path, await this.#withCause(await this.#visit(path, how)));
    if (!(await runs(this.#page, this.#candidate))) this.#note(path, ['does not run the candidate']);
    const missing =
      this.#candidate.kind === 'module' ? frameProblems(this.#frame, await visibleParts(this.#page)) : [];
    this.#note(path, missing);
    return missing.length === 0;
  }

  /** Loads the code of all widgets and shows each one without props. Returns whether the frame of the shell is complete. */
  async #visitWidgets(release: ModuleBuild): Promise<boolean> {
    const path = this.#plan.own.at(-1) ?? this.#plan.rest;
    this.#note(path, await loadWidgets(this.#page, release));
    this.#note(path, await this.#watch.take());
    for (const widget of this.#plan.who === 'guest' ? [] : release.widgets) {
      this.#path = `widget ${widget}`;
      await go(this.#page, widgetPath(widget), 'link');
      await this.#watch.quiet();
      await delay(SHOWN_AFTER_MS);
      const missing = frameProblems(this.#frame, await visibleParts(this.#page));
      this.#note(this.#path, [...(await this.#watch.takeHarm()), ...missing]);
      if (missing.length > 0) return false;
    }
    // The events of failed widgets arrive later.
    await this.#watch.take();
    return true;
  }
}

/**
 * Visits every page of a candidate as one visitor, by links in the shell and by its address.
 *
 * @param context a separate browser context
 * @param product its address, and its registry with the candidate
 */
export async function takeVisit(
  context: BrowserContext,
  plan: PlannedVisit,
  candidate: Candidate,
  { url, registry }: { url: string; registry: Registry },
): Promise<Finding[]> {
  await signIn(context, url, plan.who);
  const releases = registry.modules.flatMap((module) => Object.values(module.releases));
  const page = await context.newPage();
  if (candidate.kind === 'module') await guardPage(page, candidate.release);
  const visit = new Visit(plan, candidate, page);
  const watch = await watchBlocks(page);
  const visitAll = async () => {
    await visit.withinTheShell([HOST_CONTAINER, ...releases.map(({ container }) => container)]);
    await visit.byAddress();
  };
  try {
    await Promise.race([visitAll(), watch.blocked]);
  } catch (error) {
    visit.endEarly(error);
  } finally {
    watch.stop();
  }
  return [...visit.findings];
}
