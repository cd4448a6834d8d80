const DEPLOYMENT = /<script type="application\/json" id="deployment">.*?<\/script>/s;
const TIMEOUT_MS = 3_000;

/** Advice for a developer without a running product. */
export const START_FIRST = 'Start the product first: npm start';

/**
 * Reads the HTML element with the deployment's settings from a document of the running product, so that the harness has
 * the same demo accounts and payment provider.
 *
 * @param product origin of the product
 * @returns the element; undefined if no product runs there
 */
export async function deploymentElement(product: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${product}/`, {
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return DEPLOYMENT.exec(await response.text())?.[0];
  } catch {
    return undefined;
  }
}
