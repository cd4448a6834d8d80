import type { Deployment } from '../deployment.ts';

const NONE: Deployment = { demoAccounts: [], payments: { publishableKey: '', sandboxScript: null } };

function isDeployment(value: unknown): value is Deployment {
  if (typeof value !== 'object' || value === null) return false;
  if (!('demoAccounts' in value) || !Array.isArray(value.demoAccounts)) return false;
  if (!('payments' in value) || typeof value.payments !== 'object' || value.payments === null) return false;
  return 'publishableKey' in value.payments && 'sandboxScript' in value.payments;
}

/** Reads the deployment settings in the document; without them, no demo accounts and no payments. */
export function readDeployment(): Deployment {
  const text = document.getElementById('deployment')?.textContent;
  const settings: unknown = text ? JSON.parse(text) : null;
  return isDeployment(settings) ? settings : NONE;
}
