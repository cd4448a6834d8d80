import { keepReleases } from './archive.ts';

const bytes = await keepReleases();
process.stdout.write(`Kept what is built now: ${(bytes / 1024).toFixed(0)} KiB\n`);
