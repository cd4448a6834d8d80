import { number, object, string } from 'yup';

/** How webhooks are sent: at once, after a delay, twice, each pair of events swapped, wrongly signed, or not at all. */
export const WEBHOOK_MODES = ['normal', 'late', 'twice', 'out-of-order', 'bad-signature', 'never'] as const;

export type WebhookMode = (typeof WEBHOOK_MODES)[number];

export interface WebhookSettings {
  /** Where events go; null withholds them. */
  url: string | null;
  mode: WebhookMode;
  /** The delay of `late`, the pause of `twice`, and how long `out-of-order` waits for a second event. */
  delayMs: number;
}

const MAX_DELAY_MS = 24 * 60 * 60 * 1000;

const settingsChange = object({
  mode: string().oneOf(WEBHOOK_MODES),
  delayMs: number().min(0).max(MAX_DELAY_MS),
  url: string()
    .nullable()
    .test('address', 'url must be an address', (value) => URL.canParse(value ?? 'about:blank')),
})
  .exact()
  .required();

/**
 * Reads a change of the settings from a parsed JSON body.
 * @throws ValidationError that says which field is wrong.
 */
export function parseWebhookSettings(body: unknown): Partial<WebhookSettings> {
  const { mode, delayMs, url } = settingsChange.validateSync(body, { strict: true });
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(url === undefined ? {} : { url }),
  };
}
