import { FAILED_SHELL_COOKIE } from '@dps/shared-contracts';
import { shellLoad } from './shell-load.ts';

const failed = `theme=dark; ${FAILED_SHELL_COOKIE}=2.0.0`;

it.each([
  ['has started', '', { version: '1.0.0', outcome: 'loaded' }, true],
  ['has started and is the first of all', '', { version: '1.0.0', outcome: 'loaded' }, false],
  [
    'stands in for one that did not start',
    failed,
    { version: '2.0.0', outcome: 'fallback', shown: '1.0.0' },
    false,
  ],
  ['is newer than one that did not start', failed, { version: '1.0.0', outcome: 'loaded' }, true],
])('the team hears that a shell %s', (_what, cookies, expected, hasFallback) => {
  const facts = shellLoad({ version: '1.0.0', cookies, hasFallback, ms: 412.6 });
  expect(facts).toEqual({ module: 'shell', ms: 413, ...expected });
});
