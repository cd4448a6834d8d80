/** A mistake in the page's code, not something that its user could do otherwise. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}
