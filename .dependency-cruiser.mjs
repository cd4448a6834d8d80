// Rules for the direction of imports. Each comment gives the reason, because violations are reported with it.
const BROWSER_PARTS = '^(shared-contracts/src/(client|testing)|shared-ui)/';
const MODULE = '^(mfe-[^/]+|e2e/(other-tool|vite-module)/src)/';

/**
 * Rules that let each layer import only itself and lower layers. `layers` lists the folders (`name/`) and files of `root`,
 * lowest layer first. A folder that is not listed cannot be imported.
 */
function layerRules(name, root, layers, comment) {
  const pathOf = (parts) => `^${root}(${parts.map((part) => part.replaceAll('.', '\\.')).join('|')})`;
  return layers.map((layer, index) => ({
    name: `${name}-layer-${index + 1}`,
    comment,
    severity: 'error',
    from: { path: pathOf(layer), pathNot: '\\.spec\\.tsx?$' },
    to: { path: `^${root}`, pathNot: pathOf(layers.slice(0, index + 1).flat()) },
  }));
}

const API_LAYERS = [
  ['texts.ts', 'platform/'],
  ['modules/'],
  ['database/'],
  ['app.module.ts', 'start-failure.ts'],
  ['app.ts', 'app.document.ts'],
  ['main.ts', 'cli/'],
];
const GATEWAY_LAYERS = [
  ['texts.ts'],
  ['config/'],
  ['offline/'],
  ['proxy/'],
  ['releases/'],
  ['documents/'],
  ['metrics.ts', 'gateway.ts'],
  ['main.ts'],
];
const SHELL_LAYERS = [
  ['texts/', 'document/', 'telemetry/'],
  ['connection/', 'live/', 'modules/', 'notifications/', 'queue/', 'session/', 'store.tsx', 'toasts/'],
  ['crash/', 'panel/', 'releases/'],
  ['frame/'],
  ['routing/'],
  ['bootstrap.tsx'],
  ['index.ts'],
];
const LOCAL_STACK_LAYERS = [
  ['failure.ts', 'ports.ts'],
  ['process/'],
  ['postgres/', 'store/'],
  ['product/'],
  ['product.ts'],
  ['start/'],
  ['start.ts'],
];

const TOOL_LAYERS = [
  ['payment-sandbox/', 'mailbox/'],
  ['release/src/store/'],
  ['module-kit/'],
  ['release/src/registry/', 'release/src/checks/gate.ts', 'release/src/checks/build-folder.ts'],
  ['release/src/checks/contract/', 'release/src/checks/policy/', 'release/src/checks/size/'],
  ['release/src/watch/'],
  ['release/src/service/', 'release/src/commands/'],
  ['local-stack/'],
  ['release/src/checks/trial/'],
  ['release/src/release.ts', 'release/src/pack/'],
  ['create-module/'],
  ['checks/'],
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Files that import each other cannot be understood or tested separately.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'The import does not resolve: a wrong path, or a package that is not installed.',
      severity: 'error',
      from: {},
      // The build of the dev server replaces the names of the module under development.
      to: { couldNotResolve: true, pathNot: '^@dps/developed-(module|widgets)$' },
    },
    {
      name: 'declared-dependency',
      comment: 'A package imports only packages of its own package.json, so that it can be built alone.',
      severity: 'error',
      from: {
        pathNot: '^shared-(contracts|ui)/src/testing/|\\.spec\\.tsx?$|^(api|gateway|tools/[^/]+)/test/',
      },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'contract-imports-no-package',
      comment: 'All packages import the contract, so it imports none of them.',
      severity: 'error',
      from: { path: '^shared-contracts/' },
      to: { path: '^(shared-ui|flight-logs|shell|mfe-[^/]+|api|gateway|e2e|tools)/' },
    },
    {
      name: 'kit-imports-the-contract-only',
      comment:
        'Shell and modules import the kit, so the kit imports no package of the product except the contract.',
      severity: 'error',
      from: { path: '^shared-ui/' },
      to: { path: '^(flight-logs|shell|mfe-[^/]+|api|gateway|e2e|tools)/' },
    },
    {
      name: 'contract-root-is-isomorphic',
      comment: 'The API loads the root entry, so the entry contains no browser code.',
      severity: 'error',
      from: { path: '^shared-contracts/src/', pathNot: `${BROWSER_PARTS}|\\.spec\\.ts$` },
      to: { path: `${BROWSER_PARTS}|node_modules/(react|@mui|@emotion|@reduxjs)` },
    },
    {
      name: 'server-parts-run-on-servers',
      comment:
        'The entry for servers and tools uses Node, so no browser code and no isomorphic code imports it.',
      severity: 'error',
      from: { pathNot: '^(api|gateway|tools)/|^shared-contracts/src/server/' },
      to: { path: '^shared-contracts/src/server/' },
    },
    {
      name: 'flight-logs-run-anywhere',
      comment:
        'A worker of the browser and one of the API read logs: the package imports the root of the contract, and neither Node nor other packages.',
      severity: 'error',
      from: { path: '^flight-logs/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: `^(shell|mfe-[^/]+|api|gateway|e2e|tools)/|${BROWSER_PARTS}` },
    },
    {
      name: 'flight-logs-use-no-built-in-module',
      comment: 'Browsers do not have the built-in modules of Node.',
      severity: 'error',
      from: { path: '^flight-logs/src/', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'modules-are-independent',
      comment: 'A module is released alone: it uses other modules through widgets only.',
      severity: 'error',
      from: { path: '^(mfe-[^/]+)/' },
      to: { path: '^(mfe-[^/]+|shell|api|gateway|e2e)/', pathNot: '^$1/' },
    },
    {
      name: 'modules-use-the-kit',
      comment:
        'Interface parts, router and toasts come from the kit and the store from the contract: a page has one copy.',
      severity: 'error',
      from: { path: MODULE },
      to: {
        path: 'node_modules/(@mui|@emotion|@reduxjs|react-redux|react-router|react-router-dom|notistack)/',
      },
    },
    {
      name: 'shell-imports-no-module',
      comment: 'The shell reads modules from the registry.',
      severity: 'error',
      from: { path: '^shell/' },
      to: { path: '^(mfe-[^/]+|api|gateway|e2e)/' },
    },
    {
      name: 'decoders-run-in-processes-of-their-own',
      comment:
        'An image of a user can block its decoder or take its memory: `ImageDecoder` decodes it in another process.',
      severity: 'error',
      from: { path: '^api/src/', pathNot: '^api/src/platform/images/image-decoder\\.worker\\.ts$' },
      to: { path: '^api/src/platform/images/small-image\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'api-is-a-server',
      comment: 'The API imports the contract, and no browser code.',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: `^(shell|mfe-[^/]+|gateway|e2e)/|${BROWSER_PARTS}` },
    },
    {
      name: 'gateway-serves-releases',
      comment:
        'The gateway is deployed alone: it imports the contract and the folder `store` of the release tools only.',
      severity: 'error',
      from: { path: '^gateway/' },
      to: {
        path: `^(shell|mfe-[^/]+|api|bench|e2e|tools)/|${BROWSER_PARTS}`,
        pathNot: '^tools/release/src/store/',
      },
    },
    {
      name: 'gateway-runs-without-test-parts',
      comment: 'A test server is a development dependency, which a deployed gateway does not have.',
      severity: 'error',
      from: { path: '^gateway/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^tools/release/src/store/testing/' },
    },
    ...layerRules(
      'api',
      'api/src/',
      API_LAYERS,
      'The platform serves every module, and the application is composed of modules: pass down what a lower layer needs.',
    ),
    ...layerRules(
      'gateway',
      'gateway/src/',
      GATEWAY_LAYERS,
      'Documents are composed of the other parts, and the gateway of all: move what a lower folder needs into a lower one.',
    ),
    ...layerRules(
      'shell',
      'shell/src/',
      SHELL_LAYERS,
      'The frame and the routes are composed of the other parts: move what a lower layer shares into a lower folder.',
    ),
    ...layerRules(
      'local-stack',
      'tools/local-stack/src/',
      LOCAL_STACK_LAYERS,
      'The command starts the product, and the product starts its parts: a part does not import its caller.',
    ),
    ...layerRules(
      'tools',
      'tools/',
      TOOL_LAYERS,
      'Parts of the tools that import each other cannot be read separately. Of the release tools, only the trial starts a product.',
    ),
    {
      name: 'local-stack-is-for-development',
      comment: 'Deployed code does not depend on development tools. The API tests may.',
      severity: 'error',
      from: { path: '^(shell|mfe-[^/]+|api|gateway)/src/' },
      to: { path: '^tools/(local-stack|payment-sandbox|mailbox)/' },
    },
    {
      name: 'no-package-imports-the-rehearsal',
      comment: 'The rehearsal starts all parts, and its tests read their settings: no part depends on it.',
      severity: 'error',
      from: { pathNot: '^deploy/rehearsal/' },
      to: { path: '^deploy/rehearsal/' },
    },
    {
      name: 'measurements-use-http',
      comment: 'A measurement calls the deployed product over HTTP.',
      severity: 'error',
      from: { path: '^bench/' },
      to: { path: '^(api|gateway|shell|mfe-[^/]+|e2e)/' },
    },
    {
      name: 'no-package-imports-measurements',
      comment: 'Measurements use the product, so no part of the product depends on them.',
      severity: 'error',
      from: { pathNot: '^bench/' },
      to: { path: '^bench/' },
    },
    {
      name: 'decisions-are-pure',
      comment: 'Policies and mappers decide and translate; services act.',
      severity: 'error',
      from: { path: '\\.(policy|mapper)\\.ts$' },
      to: {
        path: '\\.(service|controller|module)\\.ts$|node_modules/(@nestjs|typeorm|pg)/',
        dependencyTypesNot: ['type-only'],
      },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.nx|\\.data|\\.cache)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
