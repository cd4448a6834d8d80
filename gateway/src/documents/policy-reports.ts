import { array, object, string, type InferType } from 'yup';
import type { FastifyInstance } from 'fastify';
import { clientNetwork } from '@dps/contract/server';

/** Address to which browsers report violations of the content security policy. */
export const REPORTS_PATH = '/policy-reports';

/** Maximum size of a request with reports, in bytes. */
const BODY_LIMIT = 16 * 1024;
const WINDOW_MS = 60_000;
/** Maximum number of logged reports in a window, of all networks and of one. */
const MOST = 60;
const MOST_OF_NETWORK = 10;
const REPORTS_OF_REQUEST = 5;
const TEXT_LENGTH = 200;

const text = string().defined().strict();
/** The form of browsers with `report-to`. */
const newForm = array(
  object({
    body: object({ effectiveDirective: text, blockedURL: text, documentURL: text }).required(),
  }).required(),
).required();
/** The form of browsers with `report-uri` only. */
const oldForm = object({
  'csp-report': object({
    'effective-directive': text,
    'blocked-uri': text,
    'document-uri': text,
  }).required(),
}).required();

/** A violation, without parts of addresses that can hold user data. */
interface Violation {
  directive: string;
  blocked: string;
  page: string;
}

/** Returns a path without the token of a calendar feed, a shared report or a mail. Percent-encoding hides no token. */
function withoutToken(path: string): string {
  try {
    return decodeURIComponent(path).replace(
      /^(\/api\/calendar\/|\/api\/mail\/unsubscribe\/|\/api\/reports\/|\/report\/).+/,
      '$1-',
    );
  } catch {
    return '/-';
  }
}

/** Returns an address without query, fragment and secrets; keywords such as `inline` stay. */
function withoutQuery(address: string): string {
  const url = URL.parse(address);
  const shown = url ? `${url.protocol}//${url.host}${withoutToken(url.pathname)}` : address;
  return shown.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, TEXT_LENGTH);
}

function violationOf(body: InferType<typeof newForm>[number]['body']): Violation {
  return {
    directive: body.effectiveDirective.replaceAll(/[^a-z-]/g, '').slice(0, TEXT_LENGTH),
    blocked: withoutQuery(body.blockedURL),
    page: withoutQuery(body.documentURL),
  };
}

/** Returns the violations of a request's body, in both forms of browsers. Empty for any other body. */
export function readViolations(body: unknown): Violation[] {
  if (newForm.isValidSync(body))
    return body.slice(0, REPORTS_OF_REQUEST).map((report) => violationOf(report.body));
  if (!oldForm.isValidSync(body)) return [];
  const report = body['csp-report'];
  return [
    violationOf({
      effectiveDirective: report['effective-directive'],
      blockedURL: report['blocked-uri'],
      documentURL: report['document-uri'],
    }),
  ];
}

/** Counts logged reports in windows of a minute. */
export class ReportQuota {
  private started = 0;
  private readonly counts = new Map<string, number>();

  /** Returns whether a report may be logged at a time in milliseconds, and counts it. */
  take(network: string, now: number): boolean {
    if (now - this.started >= WINDOW_MS) {
      this.started = now;
      this.counts.clear();
    }
    const own = this.counts.get(network) ?? 0;
    const total = [...this.counts.values()].reduce((sum, count) => sum + count, 0);
    if (own >= MOST_OF_NETWORK || total >= MOST) return false;
    this.counts.set(network, own + 1);
    return true;
  }
}

/** Receives reports of browsers about their content security policy, and logs a bounded number of them. */
export function receivePolicyReports(app: FastifyInstance, log: (line: string) => void): void {
  const quota = new ReportQuota();
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      scope.getDefaultJsonParser('error', 'error'),
    );
    scope.post(REPORTS_PATH, (request, reply) => {
      for (const { directive, blocked, page } of readViolations(request.body))
        if (quota.take(clientNetwork(request), performance.now()))
          log(`A browser blocked ${blocked} on ${page} (content security policy: ${directive})`);
      return reply.code(204).send();
    });
  });
}
