const DEPLOYMENT = /<script type="application\/json" id="deployment">.*?<\/script>/s;
const ANSWER_WITHIN_MS = 3_000;

/** What somebody does who has no product running. */
export const START_FIRST = 'Start the product first: npm start';

/**
 * The element in which the product's documents carry the settings of the deployment, so that the harness has the demo
 * accounts and the payment provider of the product that runs.
 *
 * @param product its origin
 * @returns the element, or nothing where no product answers there
 */
export async function deploymentElement(product: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${product}/`, {
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return DEPLOYMENT.exec(await answer.text())?.[0];
  } catch {
    return undefined;
  }
}
