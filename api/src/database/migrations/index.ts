import type { MigrationClass } from '../forward-migration.ts';
import { InitialSchema1795000000000 } from './1795000000000-initial-schema.ts';
import { OpenJobIndexes1795100000000 } from './1795100000000-open-job-indexes.ts';
import { AttachmentStores1795200000000 } from './1795200000000-attachment-stores.ts';
import { ExpiryIndexes1795300000000 } from './1795300000000-expiry-indexes.ts';
import { FlightEvidence1796000000000 } from './1796000000000-flight-evidence.ts';
import { PaymentChecks1797000000000 } from './1797000000000-payment-checks.ts';
import { PaymentDueIndex1797100000000 } from './1797100000000-payment-due-index.ts';

/** Every migration, oldest first. */
export const MIGRATIONS: readonly MigrationClass[] = [
  InitialSchema1795000000000,
  OpenJobIndexes1795100000000,
  AttachmentStores1795200000000,
  ExpiryIndexes1795300000000,
  FlightEvidence1796000000000,
  PaymentChecks1797000000000,
  PaymentDueIndex1797100000000,
];
