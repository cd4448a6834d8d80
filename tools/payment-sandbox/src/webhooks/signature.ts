import { createHmac } from 'node:crypto';

/** The `stripe-signature` header for a payload sent at a moment (seconds since 1970). */
export function signatureHeader(payload: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
