/** Why a payment did not go through, as `last_payment_error` and the answer of the failing call tell it. */
export interface PaymentError {
  type: 'card_error' | 'invalid_request_error';
  code: string;
  message: string;
  decline_code?: string;
  /** Id of the failed charge. */
  charge?: string;
  /** The field of the card at fault. */
  param?: string;
}
