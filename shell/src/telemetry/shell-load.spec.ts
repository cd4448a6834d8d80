import { FAILED_SHELL_COOKIE } from '@dps/contract';
import { shellLoad } from './start-telemetry.ts';

const failed = `theme=dark; ${FAILED_SHELL_COOKIE}=2.0.0`;

it.each([
  ['that has started', '', { version: '1.0.0', outcome: 'loaded' }, true],
  ['that has started without a fallback', '', { version: '1.0.0', outcome: 'loaded' }, false],
  [
    'that replaces one that did not start',
    failed,
    { version: '2.0.0', outcome: 'fallback', shown: '1.0.0' },
    false,
  ],
  ['that is newer than one that did not start', failed, { version: '1.0.0', outcome: 'loaded' }, true],
])('returns the load of a shell %s', (_what, cookies, expected, hasFallback) => {
  const facts = shellLoad({ version: '1.0.0', cookies, hasFallback, ms: 412.6 });
  expect(facts).toEqual({ module: 'shell', ms: 413, ...expected });
});
