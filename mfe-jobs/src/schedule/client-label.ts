import type { Role } from '@dps/shared-contracts';
import { texts } from '../texts.ts';

/** Whose project a scheduled job is, as seen by the viewer. */
export function clientLabel(role: Role): string {
  return role === 'client' ? texts.schedule.clientLabel : texts.schedule.pilotLabel;
}
