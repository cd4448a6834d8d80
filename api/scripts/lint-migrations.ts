import { MIGRATIONS } from '../src/database/migrations/index.ts';
import { migrationSql } from './migration-sql.ts';
import { squawk } from './squawk.ts';

const files: Record<string, string> = {};
for (const Migration of MIGRATIONS) files[Migration.name] = await migrationSql(new Migration());
const { ok, report } = squawk(files);
process.stdout.write(report);
process.exitCode = ok ? 0 : 1;
