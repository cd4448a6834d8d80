import type { ModulePlan } from './module-plan.ts';
import { readme } from './module-readme.ts';

/** A plain circle, until somebody draws a better one: the `d` of a 24 × 24 path. */
const ICON = 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20m0 18a8 8 0 1 1 0-16 8 8 0 0 1 0 16';

/** The package's own description, of which the lock file keeps a part. */
export function packageOf({ name, versions }: ModulePlan) {
  return {
    name: `@dps/mfe-${name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: { build: 'dps-build', dev: 'dps-dev', typecheck: 'tsc --noEmit' },
    dependencies: {
      '@dps/shared-contracts': versions.contract,
      '@dps/ui': versions.contract,
      react: versions.react,
    },
    devDependencies: { '@dps/federation': '1.0.0' },
  };
}

function manifestOf({ name, title, page, route, order, contract }: ModulePlan) {
  return {
    name,
    title,
    contract,
    routes: [{ path: route, title, access: 'user', page: `src/${page}.tsx` }],
    navigation: [{ path: route, label: title, order, icon: ICON }],
    widgets: [],
  };
}

const globals = `/** The module's name in the registry; the build writes it in. */
declare const __MODULE_NAME__: string;
/** The version of the release; the build writes it in. */
declare const __MODULE_VERSION__: string;
`;

const entry = ({ page, route }: ModulePlan) => `import { defineModule } from '@dps/shared-contracts/module';

export default defineModule({
  name: __MODULE_NAME__,
  version: __MODULE_VERSION__,
  routes: [{ path: '${route}', lazy: () => import('./${page}.tsx') }],
});
`;

const texts = ({ title }: ModulePlan) => `/** Every text of this module that a person reads. */
export const texts = {
  title: '${title}',
  greeting: (name: string) => \`Hello, \${name}.\`,
} as const;
`;

const page = ({
  page: component,
}: ModulePlan) => `import { useCurrentUser } from '@dps/shared-contracts/client';
import { Typography } from '@dps/ui';
import { PageHeader } from '@dps/ui/data';
import { texts } from './texts.ts';

/** The page of this module. */
export default function ${component}() {
  const { name } = useCurrentUser();
  return (
    <>
      <PageHeader title={texts.title} />
      <Typography>{texts.greeting(name)}</Typography>
    </>
  );
}
`;

const pageSpec = ({
  page: component,
  title,
}: ModulePlan) => `import { aPilot } from '@dps/shared-contracts/testing';
import { renderInShell } from '@dps/ui/testing';
import { screen } from '@testing-library/react';
import ${component} from './${component}.tsx';

describe('the page', () => {
  it('greets who is signed in', () => {
    renderInShell(<${component} />, { user: aPilot({ name: 'Robin Vance' }) });
    expect(screen.getByRole('heading', { name: '${title}' })).toBeTruthy();
    expect(screen.getByText('Hello, Robin Vance.')).toBeTruthy();
  });
});
`;

const entrySpec = `import { moduleManifest } from '@dps/shared-contracts';
import manifest from '../module.json' with { type: 'json' };
import definition from './module.ts';

describe('module.json', () => {
  it('is a manifest that the shell can read', () => {
    expect(moduleManifest.validateSync(manifest, { strict: true })).toEqual(manifest);
  });

  it('names the routes and widgets that the module offers', () => {
    expect(definition.routes.map(({ path }) => path)).toEqual(manifest.routes.map(({ path }) => path));
    expect(Object.keys(definition.widgets ?? {})).toEqual(manifest.widgets);
  });
});
`;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The files of a new module by their paths below its folder, not formatted yet. */
export function moduleFiles(plan: ModulePlan): Record<string, string> {
  return {
    'package.json': json(packageOf(plan)),
    'tsconfig.json': json({ extends: '../tsconfig.browser.json', include: ['src'] }),
    'module.json': json(manifestOf(plan)),
    'README.md': readme(plan),
    'src/globals.d.ts': globals,
    'src/module.ts': entry(plan),
    'src/module.spec.ts': entrySpec,
    'src/texts.ts': texts(plan),
    [`src/${plan.page}.tsx`]: page(plan),
    [`src/${plan.page}.spec.tsx`]: pageSpec(plan),
  };
}
