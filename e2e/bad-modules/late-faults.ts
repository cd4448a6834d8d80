import type { Page } from '@playwright/test';
import { FAIL, overwrite, PAGE, pageWith, readRelease, removeFile, type BadModule } from './bad-module.ts';

/** Returns the source of a page with statements that run for one user, who is no account of the checks. */
const forWanda = (statements: string, effect = '') => ({
  [PAGE]: `
import { useEffect } from 'react';
import { useCurrentUser } from '@dps/contract/client';
import { PageHeader } from '@dps/ui/data';

export default function WeatherPage() {
  const { name } = useCurrentUser();
  useEffect(() => void performance.now(), []);
  ${effect}
  if (name === 'Wanda Wind') { ${statements} }
  return <PageHeader title="Weather" />;
}
`,
});

const clickRefresh = async (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Refresh' }).click();

/** Modules that pass all checks and fail later. Users get the last good release, or keep the rest of the page. */
export const LATE_FAULTS: readonly BadModule[] = [
  {
    fault: 'loses its entry in the store',
    stage: 'canary',
    message: /falls back to 0\.1\.0/,
    damage: async (folder) => removeFile(folder, (await readRelease(folder)).entry),
  },
  {
    fault: 'has an HTML page as its entry in the store',
    stage: 'canary',
    message: /falls back to 0\.1\.0/,
    damage: async (folder) => overwrite(folder, (await readRelease(folder)).entry, '<!doctype html>'),
  },
  {
    fault: 'never gets an answer for its files',
    stage: 'canary',
    message: /falls back to 0\.1\.0/,
    before: async (page) => {
      await page.route(/\/modules\/weather\/(?!0\.1\.0)/, () => undefined);
    },
  },
  {
    fault: 'throws for some users',
    stage: 'canary',
    message: /throws while its page renders: TypeError/,
    files: forWanda(FAIL),
  },
  {
    fault: 'throws for some users when they leave its page',
    stage: 'canary',
    message: /TypeError/,
    files: forWanda('', `useEffect(() => () => { if (name === 'Wanda Wind') { ${FAIL} } }, [name]);`),
  },
  {
    fault: 'hangs for some users',
    stage: 'canary',
    message: /started, and never shown without a failure/,
    files: forWanda('for (;;) performance.now();'),
    hangs: true,
  },
  {
    fault: 'throws in an event handler',
    stage: 'canary',
    message: /TypeError/,
    files: pageWith('', FAIL),
    use: clickRefresh,
  },
];
