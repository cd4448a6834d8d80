import { buildWithRspack } from '@dps/module-kit/rspack';

const release = await buildWithRspack(import.meta.dirname);
process.stdout.write(`${release.container}: ${Object.keys(release.files).length} files\n`);
