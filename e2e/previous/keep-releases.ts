import { keepReleases } from './archive.ts';

const bytes = await keepReleases();
process.stdout.write(`Archived the current builds: ${(bytes / 1024).toFixed(0)} KiB\n`);
