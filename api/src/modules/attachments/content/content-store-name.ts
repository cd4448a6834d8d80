/** The stores of attachments' contents, by the names under which attachments remember them. */
export const CONTENT_STORES = ['database', 's3'] as const;
export type ContentStoreName = (typeof CONTENT_STORES)[number];
