import { nextStatus, permission, PERMISSIONS, type PermissionName } from '@dps/contract';
import { signatureOf } from '../support/payments.ts';
import { SoftwarePasskey } from '../support/passkey.ts';
import { codeOf } from '../support/second-factor.ts';
import { PASSWORD, sessionIdOf } from '../support/users.ts';
import { parametersOf, type Call, type Identity } from './calls.ts';
import { CHALLENGE, type Scenario, type ScenarioJob } from './scenario.ts';
import { Reference, toJson } from './values.ts';

/** A call with all references resolved. */
export interface ResolvedCall {
  identity: Identity;
  /** Path and query as they are sent. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const nth = <T>(items: readonly T[], which: number): T | undefined =>
  items[which % Math.max(1, items.length)];

function permissionOf({ route }: Call): PermissionName {
  const name: unknown = Reflect.get(route.operation, 'x-permission');
  const known = Object.keys(PERMISSIONS).find((each): each is PermissionName => each === name);
  if (!known) throw new Error(`${route.operation.operationId} names no permission`);
  return known;
}

function suitableIdentity(name: PermissionName, which: number): Identity {
  const { roles, job } = permission(name);
  if (name === 'user.request-deletion') return 'newcomer';
  if (job === 'owner') return 'owner';
  if (job === 'assigned-pilot') return 'pilot';
  if (job === 'any-pilot') return 'other pilot';
  if (roles === 'public') return 'anonymous';
  return nth(roles, which) === 'pilot' ? 'pilot' : 'owner';
}

/** Resolves the references of a call in a scenario. */
class Resolver {
  readonly identity: Identity;
  private readonly permission: PermissionName;
  private job: ScenarioJob | undefined;

  constructor(
    private readonly scenario: Scenario,
    private readonly call: Call,
  ) {
    const { caller } = call;
    this.permission = permissionOf(call);
    this.identity = typeof caller === 'string' ? caller : suitableIdentity(this.permission, caller.permitted);
  }

  resolve = ({ to, suitable, which }: Reference): unknown => {
    const users = Object.values(this.scenario.users);
    const user = (suitable ? this.suitableUser() : undefined) ?? nth(users, which);
    switch (to) {
      case 'job':
        this.job = nth(suitable ? this.suitableJobs() : this.scenario.jobs, which);
        return this.job?.id ?? which;
      case 'user':
        return user?.id;
      case 'record':
        return nth(this.suitableJobs(), which)?.recordId ?? which;
      case 'session':
        return user && sessionIdOf(user.client);
      case 'token':
        return suitable ? this.suitableToken() : `unknown-${which}`;
      case 'attachment':
        return this.job?.attachmentId ?? which;
      case 'deliverable':
        return this.job?.deliverableId ?? which;
      case 'intent':
        return (suitable && this.job?.intent) || nth(this.intents(), which);
      case 'username':
        return this.isNew(suitable) ? `new-${which}` : user?.username;
      case 'password':
        return suitable ? PASSWORD : `not ${PASSWORD}`;
      case 'code':
        return suitable && user ? codeOf(user.secret) : '000000';
      case 'passkey':
        return this.scenario.passkey.sign(suitable ? CHALLENGE : 'AAAA');
      case 'passkey-id':
        return user?.passkeyId ?? which;
      case 'credential':
        return new SoftwarePasskey(user?.id ?? which).create(suitable ? CHALLENGE : 'AAAA').credential;
      case 'email':
        return this.isNew(suitable) ? `new-${which}@example.com` : user?.email;
      case 'next-status':
        return (this.job && nextStatus(this.job.status)) ?? 'review';
      case 'signature':
        throw new Error('A signature requires the body');
    }
  };

  private suitableToken(): string {
    const { confirmationTokens, feedToken, reportToken, resetToken, undoToken, unsubscribeToken } =
      this.scenario;
    if (this.permission === 'mail.unsubscribe') return unsubscribeToken;
    if (this.permission === 'auth.reset-password') return resetToken;
    if (this.permission === 'auth.undo-email-change') return undoToken;
    if (this.permission === 'auth.confirm-email')
      return confirmationTokens.get(this.scenario.user(this.identity)?.id ?? 0) ?? '';
    return this.permission === 'reports.read-shared' ? reportToken : feedToken;
  }

  /** The user that satisfies the permission of the call: a pilot whom the client knows, or the caller. */
  private suitableUser() {
    const isKnownPilot = permission(this.permission).account === 'known-pilot';
    return isKnownPilot ? this.scenario.users.pilot : this.scenario.user(this.identity);
  }

  /** True for a signup, which requires an unused username and email address. */
  private isNew(suitable: boolean): boolean {
    return suitable && this.permission === 'auth.signup';
  }

  private intents(): string[] {
    return this.scenario.jobs.flatMap(({ intent }) => intent ?? []);
  }

  /** The jobs that satisfy the permission of the call; all jobs if none does. */
  private suitableJobs(): ScenarioJob[] {
    const { statuses, assigned, job: relation } = permission(this.permission);
    const { owner, pilot } = this.scenario.users;
    const isFlown =
      relation === 'assigned-pilot' || (relation === 'participant' && this.identity === 'pilot');
    const needsFile = this.call.route.path.includes('{attachmentId}');
    const needsDeliverable = this.call.route.path.includes('{deliverableId}');
    const needsRecord = this.permission === 'flight-records.read';
    const needsIntent = this.permission === 'payments.confirm';
    const suitable = this.scenario.jobs.filter(
      (job) =>
        (!statuses || statuses.includes(job.status)) &&
        (assigned === undefined || assigned === (job.pilotId !== null)) &&
        (!isFlown || job.pilotId === pilot.id) &&
        (!needsFile || job.attachmentId !== null) &&
        (!needsDeliverable || job.deliverableId !== null) &&
        (!needsRecord || job.recordId !== null) &&
        (!needsIntent || job.intent !== null) &&
        job.clientId === owner.id,
    );
    return suitable.length > 0 ? suitable : this.scenario.jobs;
  }
}

const asText = (value: unknown, resolver: Resolver): string =>
  typeof value === 'string' ? value : toJson(value, resolver.resolve).replaceAll('"', '');

function targetOf({ route, segments, query }: Call, resolver: Resolver): string {
  const texts = segments.map((each) => asText(each, resolver));
  const names = parametersOf(route.path);
  const path = names.reduce(
    (all, name, index) => all.replace(`{${name}}`, () => texts[index] ?? ''),
    route.path,
  );
  const pairs = query.map(([name, value]) => {
    const text = asText(value, resolver).toWellFormed().slice(0, 1000);
    return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
  });
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

/** Removes characters other than visible ASCII, which `fetch` refuses in a header. */
const headerText = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 1000);

export function resolveCall(scenario: Scenario, call: Call): ResolvedCall {
  const resolver = new Resolver(scenario, call);
  const target = targetOf(call, resolver);
  const body = call.body === undefined ? undefined : toJson(call.body, resolver.resolve);
  const headers = Object.entries(call.headers).map(([name, value]) => {
    const isSignature = value instanceof Reference && value.to === 'signature';
    const text = isSignature
      ? signatureOf(body ?? '', Math.floor(Date.now() / 1000))
      : asText(value, resolver);
    return [name, headerText(text)] as const;
  });
  return { identity: resolver.identity, target, headers: Object.fromEntries(headers), body };
}
