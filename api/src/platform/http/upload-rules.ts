/** The one large field of a route's body: the content of a file as base64. */
export interface UploadRules {
  field: string;
  /** Decoded. */
  maxBytes: number;
  /** How often one account may send one. */
  perHour: number;
  /** The start of the text up to its comma, where it is a data URL. */
  dataUrl?: RegExp;
}
