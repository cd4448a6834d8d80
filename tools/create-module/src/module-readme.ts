import type { ModulePlan } from './module-plan.ts';

/** Returns the README of a new module: its files, its contract and its releases. */
export function readme(plan: ModulePlan): string {
  const { name, title, page, route, contract, isInWorkspace, packageName } = plan;
  const workspace = isInWorkspace ? ` -w ${packageName}` : '';
  const release = isInWorkspace ? 'npm run release --' : 'npx dps-release';
  const guide = isInWorkspace
    ? ' [Owning a module](../docs/owning-a-module.md) is the guide for its team.'
    : '';
  const product = isInWorkspace
    ? 'the product that `npm start` runs'
    : 'a running product: `PRODUCT_URL` is its address';
  const start = isInWorkspace ? '\n`npm start` builds and publishes the module with the others.' : '';
  return `# ${title}

The module \`${name}\` has the page \`${route}\`.${guide}

\`\`\`sh
npm run dev${workspace}
npm run build${workspace}
${release} publish ${isInWorkspace ? plan.folder : '.'}
\`\`\`

\`dev\` shows the module alone, with hot reload. It uses the API of ${product}.

| File              | Contents                                                                          |
| ----------------- | --------------------------------------------------------------------------------- |
| \`module.json\`     | the facts that the shell reads before any code: routes, navigation, contract, widgets |
| \`src/module.ts\`   | the definition that the module exposes; it has no side effects                    |
| \`src/${page}.tsx\` | the page                                                                          |
| \`src/texts.ts\`    | the interface texts                                                               |

## Contract

The shell provides these entries. The module does not bundle them.

| Entry                            | Contents                                                    |
| -------------------------------- | ----------------------------------------------------------- |
| \`@dps/contract/module\`  | \`defineModule\`                                            |
| \`@dps/contract/client\`  | the session, the API cache, widgets of other modules        |
| \`@dps/ui\`                       | the interface kit: texts, fields, buttons                   |
| \`@dps/ui/data\`                  | the interface kit: headings, tables, dialogs                |

Add a line for each new entry (\`@dps/ui/router\`, \`@dps/ui/toast\`). The module works with the contract \`${contract}\`: this version and
all later ones before the next major version. Before a rollout, the release tool compares the types that the module uses with those
of each active shell release. Raise the version if the module needs a newer one.

## Releases

Each release has the version of \`package.json\`, never changes, and must pass the checks of \`publish\`. The first release becomes active
immediately, including its navigation item. A later release starts as a canary for some users, and then becomes the stable release:

\`\`\`sh
${release} canary ${name} <version> --percent 5 --watch 30m
${release} promote ${name}
${release} rollback ${name}
\`\`\`

With a shared store, CI runs the same commands with \`RELEASE_STORE\` and \`RELEASE_PRIVATE_KEY\`.${start}
`;
}
