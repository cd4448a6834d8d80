import type { ApiKeys } from './http/authenticate.ts';
import type { RetryPlan } from './webhooks/webhook-sender.ts';
import type { WebhookSettings } from './webhooks/webhook-settings.ts';

/** The keys of the payment sandbox. They open nothing but test payments, so they are no secrets. */
export const SANDBOX_KEYS = {
  publishableKey: 'pk_test_sandbox',
  secretKey: 'sk_test_sandbox',
  webhookSecret: 'whsec_sandbox_local',
} as const;

export interface SandboxOptions {
  /** Where to listen on the loopback interface; without it, on any free port. */
  port?: number;
  /** A file that keeps payments over a restart; without it they live as long as the sandbox. */
  stateFile?: string;
  /** Where events are sent; without it they are withheld. */
  webhookUrl?: string;
  webhooks?: Partial<Pick<WebhookSettings, 'mode' | 'delayMs'>>;
  retry?: RetryPlan;
  /** How long a confirmed payment stays `processing`, in milliseconds. */
  settleDelayMs?: number;
  /** How long a card's bank takes for a refund that is not instant, in milliseconds. */
  refundDelayMs?: number;
  keys?: Partial<ApiKeys & { webhookSecret: string }>;
  /** Told about faults that no caller hears of, such as a state file that cannot be written. */
  onError?: (error: unknown) => void;
}

/** Ten attempts over about four minutes: an API that restarts or is being debugged gets its events. */
export const DEFAULT_RETRY: RetryPlan = { attempts: 10, firstDelayMs: 500 };

export const DEFAULT_WEBHOOK_DELAY_MS = 3000;

export const DEFAULT_REFUND_DELAY_MS = 3000;
