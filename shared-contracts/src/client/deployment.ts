import type { Deployment } from '../deployment.ts';

const NONE: Deployment = { demoAccounts: [], payments: { publishableKey: '', sandboxScript: null } };

/** The deployment's settings, which the document carries; the defaults where it carries none. */
export function readDeployment(): Deployment {
  const text = document.getElementById('deployment')?.textContent;
  return text ? (JSON.parse(text) as Deployment) : NONE;
}
