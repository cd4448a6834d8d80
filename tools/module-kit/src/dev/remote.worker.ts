import type { RemoteBuild } from './remote.ts';
import { watchRemote } from './remote.ts';

// The program of the process that `RemoteProcess` starts.
const [dir = '', out = '', origin = ''] = process.argv.slice(2);
const stop = watchRemote(dir, out, origin, (build: RemoteBuild) => process.send?.(build));
process.once('disconnect', () => void stop().finally(() => process.exit()));
