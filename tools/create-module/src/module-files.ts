import type { ModulePlan } from './module-plan.ts';
import { pipeline } from './module-pipeline.ts';
import { readme } from './module-readme.ts';

/** Placeholder icon, a circle: the `d` attribute of a 24 × 24 path. */
const ICON = 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20m0 18a8 8 0 1 1 0-16 8 8 0 0 1 0 16';

/** Returns the content of the module's package.json. */
export function packageJsonOf({ packageName, isInWorkspace, dependencies, devDependencies }: ModulePlan) {
  return {
    name: packageName,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: {
      build: 'dps-build',
      dev: 'dps-dev',
      // The workspace runs the tests and the release command of all its packages.
      ...(!isInWorkspace && { test: 'dps-test', release: 'dps-release' }),
      typecheck: 'tsc --noEmit',
    },
    dependencies,
    devDependencies,
  };
}

const tsconfigOf = ({ isInWorkspace }: ModulePlan) =>
  isInWorkspace
    ? {
        extends: '../tsconfig.browser.json',
        compilerOptions: { types: ['node', 'jest', '@dps/module-kit/globals'] },
        include: ['src'],
      }
    : { extends: '@dps/module-kit/tsconfig', include: ['src'] };

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

const entry = ({ page, route }: ModulePlan) => `import { defineModule } from '@dps/contract/module';

export default defineModule({
  name: __MODULE_NAME__,
  version: __MODULE_VERSION__,
  routes: [{ path: '${route}', lazy: () => import('./${page}.tsx') }],
});
`;

const texts = ({ title }: ModulePlan) => `/** The interface texts of this module. */
export const texts = {
  title: '${title}',
  greeting: (name: string) => \`Hello, \${name}.\`,
} as const;
`;

const page = ({ page: component }: ModulePlan) => `import { useCurrentUser } from '@dps/contract/client';
import { Typography } from '@dps/ui';
import { PageHeader } from '@dps/ui/data';
import { texts } from './texts.ts';

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

const pageSpec = ({ page: component }: ModulePlan) => `import { aPilot } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { screen } from '@testing-library/react';
import { texts } from './texts.ts';
import ${component} from './${component}.tsx';

describe('${component}', () => {
  it('greets the signed-in user', () => {
    renderInShell(<${component} />, { user: aPilot({ name: 'Robin Vance' }) });
    expect(screen.getByRole('heading', { name: texts.title })).toBeTruthy();
    expect(screen.getByText(texts.greeting('Robin Vance'))).toBeTruthy();
  });
});
`;

const entrySpec = `import { moduleManifest } from '@dps/contract';
import manifest from '../module.json' with { type: 'json' };
import definition from './module.ts';

describe('module.json', () => {
  it('is a valid manifest', () => {
    expect(moduleManifest.validateSync(manifest, { strict: true })).toEqual(manifest);
  });

  it('lists the routes and widgets of the module', () => {
    const { routes, widgets } = moduleManifest.validateSync(manifest);
    expect(definition.routes.map(({ path }) => path)).toEqual(routes.map(({ path }) => path));
    expect(Object.keys(definition.widgets ?? {})).toEqual(widgets.map(({ name }) => name));
  });
});
`;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Returns the unformatted files of a new module, by path relative to its folder. */
export function moduleFiles(plan: ModulePlan): Record<string, string> {
  return {
    'package.json': json(packageJsonOf(plan)),
    'tsconfig.json': json(tsconfigOf(plan)),
    ...(!plan.isInWorkspace && {
      '.gitignore': 'node_modules/\ndist/\n',
      '.github/workflows/release.yml': pipeline(plan),
    }),
    'module.json': json(manifestOf(plan)),
    'README.md': readme(plan),
    'src/module.ts': entry(plan),
    'src/module.spec.ts': entrySpec,
    'src/texts.ts': texts(plan),
    [`src/${plan.page}.tsx`]: page(plan),
    [`src/${plan.page}.spec.tsx`]: pageSpec(plan),
  };
}
