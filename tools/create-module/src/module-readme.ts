import type { ModulePlan } from './module-plan.ts';

/** Returns the README of a new module: its files, its contract and its releases. */
export const readme = ({ name, title, page, route, contract }: ModulePlan) => `# ${title}

The module \`${name}\` has the page \`${route}\`. [Owning a module](../docs/owning-a-module.md) is the guide for its team.

\`\`\`sh
npm run dev -w @dps/mfe-${name}
npm run build -w @dps/mfe-${name}
npm run release -- publish mfe-${name}
\`\`\`

\`dev\` shows the module alone, with hot reload. It uses the API of the product that \`npm start\` runs.

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
npm run release -- canary ${name} <version> --percent 5 --watch 30m
npm run release -- promote ${name}
npm run release -- rollback ${name}
\`\`\`

With a shared store, CI runs the same commands with \`RELEASE_STORE\` and \`RELEASE_PRIVATE_KEY\`. \`npm start\` builds and publishes
the module with the others.
`;
