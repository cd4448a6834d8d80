import type { ModulePlan } from './module-plan.ts';

/** What a new module says of itself: where it is, the story of its contract, and how it is released. */
export const readme = ({ name, title, page, route, contract }: ModulePlan) => `# ${title}

The module \`${name}\`: the page at \`${route}\`. [Owning a module](../docs/owning-a-module.md) has all that its team needs.

\`\`\`sh
npm run dev -w @dps/mfe-${name}
npm run build -w @dps/mfe-${name}
npm run release -- publish mfe-${name}
\`\`\`

\`dev\` shows it alone, over the API of the product that \`npm start\` runs, and takes every change at once.

| File              | What it is                                                                          |
| ----------------- | ----------------------------------------------------------------------------------- |
| \`module.json\`     | what the shell knows before it loads any code: routes, navigation, contract, widgets |
| \`src/module.ts\`   | what the module exposes; runs nothing on import                                     |
| \`src/${page}.tsx\` | the page                                                                            |
| \`src/texts.ts\`    | every text that a person reads                                                      |

## Its contract

It takes from the shell, and does not bundle:

| Entry                            | For                                                         |
| -------------------------------- | ----------------------------------------------------------- |
| \`@dps/shared-contracts/module\`  | \`defineModule\`: what the shell gets                        |
| \`@dps/shared-contracts/client\`  | who is signed in; the cache of the API and widgets of others |
| \`@dps/ui\`                       | the interface kit: texts, fields, buttons                   |
| \`@dps/ui/data\`                  | the interface kit: headings, tables, dialogs                |

Add a line with each entry that it takes besides (\`@dps/ui/router\`, \`@dps/ui/toast\`). It works with the contract \`${contract}\`: with this version and
every later one up to the next major one. That is proved, not promised: before a release is given to people, the types of what it
uses are compared with those of each shell that runs. Raise the version where it needs something newer.

## Its releases

Each has the version of \`package.json\`, never changes, and has to pass what \`publish\` looks at. The first one appears in the running
product at once, in the navigation too. Later ones are given to some users and watched, and then to everybody:

\`\`\`sh
npm run release -- canary ${name} <version> --percent 5 --watch 30m
npm run release -- promote ${name}
npm run release -- rollback ${name}
\`\`\`

On a shared store the same commands are the steps of its CI, with \`RELEASE_STORE\` and \`RELEASE_PRIVATE_KEY\`. \`npm start\` builds and
publishes it with the others.
`;
