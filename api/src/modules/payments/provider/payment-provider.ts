import { Inject, Injectable } from '@nestjs/common';
import { Stripe } from 'stripe';
import { CONFIG } from '../../../platform/config/config.module.ts';
import type { Config } from '../../../platform/config/config.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { toIntentStatus, type PaymentIntent } from './payment-intent.ts';

/** The longest wait for an answer of the provider, in milliseconds, and when to try again, in seconds. */
const TIMEOUT_MS = 5_000;
const RETRY_SECONDS = 5;
/** How far an event's time may be from ours, in seconds, either way. */
const SIGNATURE_TOLERANCE_SECONDS = 300;

/** The provider's HTTP status while another call with the same idempotency key is under way. */
const CONFLICT = 409;

interface NewIntent {
  amountCents: number;
  currency: string;
  jobId: number;
  paymentId: number;
  /** Two calls with the same key start one payment. */
  idempotencyKey: string;
}

/** The card payment provider, through its own SDK; the payment sandbox in its place where one is configured. */
@Injectable()
export class PaymentProvider {
  private readonly stripe: Stripe;
  private readonly webhookSecret: string;

  constructor(@Inject(CONFIG) { stripe }: Config) {
    this.stripe = new Stripe(stripe.secretKey, {
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 0,
      telemetry: false,
      ...(stripe.apiBase && sandboxAddress(stripe.apiBase)),
    });
    this.webhookSecret = stripe.webhookSecret;
  }

  /** Starts a payment by card, or answers the one that the key started. Throws `provider_unavailable`. */
  create({ amountCents, currency, jobId, paymentId, idempotencyKey }: NewIntent): Promise<PaymentIntent> {
    return this.ask(() =>
      this.stripe.paymentIntents.create(
        {
          amount: amountCents,
          currency,
          allowed_payment_method_types: ['card'],
          metadata: { jobId: String(jobId), paymentId: String(paymentId) },
        },
        // Of two calls with one key at the same time the provider refuses one, which is answered the second time.
        { idempotencyKey, maxNetworkRetries: 1 },
      ),
    );
  }

  /** The intent as it stands at the provider. Throws `payment_mismatch` for an unknown one, or `provider_unavailable`. */
  retrieve(id: string): Promise<PaymentIntent> {
    return this.ask(() => this.stripe.paymentIntents.retrieve(id));
  }

  /** Cancels an intent; answers it as it stands when it can no longer be cancelled. Throws `provider_unavailable`. */
  async cancel(id: string): Promise<PaymentIntent> {
    try {
      return toPaymentIntent(await this.stripe.paymentIntents.cancel(id));
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return this.retrieve(id);
      throw toProviderError(error);
    }
  }

  /** Throws `invalid_signature` unless the provider signed these bytes within five minutes of now, before or after. */
  verifySignature(body: Buffer, signature: string): void {
    const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]);
    const ahead = signedAt - Date.now() / 1000;
    if (!(ahead <= SIGNATURE_TOLERANCE_SECONDS)) throw new DomainError('invalid_signature');
    try {
      this.stripe.webhooks.constructEvent(body, signature, this.webhookSecret, SIGNATURE_TOLERANCE_SECONDS);
    } catch (cause) {
      throw new DomainError('invalid_signature', { cause });
    }
  }

  private async ask(call: () => Promise<Stripe.PaymentIntent>): Promise<PaymentIntent> {
    try {
      return toPaymentIntent(await call());
    } catch (error) {
      throw toProviderError(error);
    }
  }
}

function sandboxAddress(base: string): Stripe.StripeConfig {
  const { hostname, port, protocol } = new URL(base);
  const secure = protocol === 'https:';
  return { host: hostname, port: port || (secure ? 443 : 80), protocol: secure ? 'https' : 'http' };
}

function toPaymentIntent(intent: Stripe.PaymentIntent): PaymentIntent {
  const { id, status, amount, currency, metadata } = intent;
  const { client_secret: clientSecret, last_payment_error: failure } = intent;
  if (clientSecret === null) throw new Error(`The provider sent no client secret for ${id}`);
  return {
    id,
    status: toIntentStatus(status),
    amount,
    currency,
    metadata,
    clientSecret,
    failureCode: failure?.decline_code ?? failure?.code ?? null,
  };
}

/**
 * True for a failure of the provider's own, which it keeps with the idempotency key and answers to the same key for a
 * day: only another key can work.
 */
export function isKeptFailure(error: unknown): boolean {
  return error instanceof DomainError && error.cause instanceof Stripe.errors.StripeAPIError;
}

/** What the caller is told: an unknown intent is a mismatch, silence or trouble at the provider is worth another try. */
function toProviderError(error: unknown): unknown {
  const {
    StripeAPIError,
    StripeConnectionError,
    StripeError,
    StripeInvalidRequestError,
    StripeRateLimitError,
  } = Stripe.errors;
  if (error instanceof StripeInvalidRequestError && error.code === 'resource_missing') {
    return new DomainError('payment_mismatch', { cause: error });
  }
  const passing =
    error instanceof StripeAPIError ||
    error instanceof StripeConnectionError ||
    error instanceof StripeRateLimitError ||
    (error instanceof StripeError && error.statusCode === CONFLICT);
  return passing
    ? new DomainError('provider_unavailable', { retryAfterSeconds: RETRY_SECONDS, cause: error })
    : error;
}
