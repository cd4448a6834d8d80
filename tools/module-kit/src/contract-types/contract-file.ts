import { array, object, string } from 'yup';

/** The file of a release with the types of its contract and the use of them. No page loads it. */
export const CONTRACT_FILE = 'contract.json';

/** Folder of a module with the props of widgets, one file for each module that owns some: `weather.ts`. */
export const WIDGET_PROPS = 'src/widget-props';

/** Wildcard in a list of names: all exports of an entry, or all widgets. */
export const ALL = '*';

/** The types of one version of the contract. */
export interface Declarations {
  version: string;
  /** The declaration file of each entry, by share key: `client/index.d.ts` for `@dps/shared-contracts/client`. */
  entries: Record<string, string>;
  /** The text of each declaration file, by its path. */
  files: Record<string, string>;
}

/** A module's use of its contract. */
export interface ContractUse {
  /** Names of the imported values, by share key of the entry. Type imports are not included. */
  imports: Record<string, string[]>;
  /** Widgets that the module shows with `<Widget>`. */
  shows: string[];
  /** The module's own widgets. */
  provides: string[];
  /** Those of `shows` and `provides` whose props their owners declare, and not the contract. */
  declared?: string[];
}

/** The content of `contract.json`. The use of a shell is empty, because the shell provides the contract. */
export type ContractFile = Declarations & {
  use: ContractUse;
  /** The declared props by owner: the TypeScript source of `src/widget-props/<owner>.ts`. */
  widgets?: Record<string, string>;
};

// The names become part of the check program, so they must not contain other code.
const names = array(
  string()
    .matches(/^([\w$]+|\*)$/)
    .required(),
).required();
const widgets = array(
  string()
    .matches(/^([\w.-]+|\*)$/)
    .required(),
).required();
const filePath = string()
  .matches(/^(?!.*\.\.)[\w./-]+\.d\.ts$/)
  .required();
const shape = object({
  version: string().required(),
  entries: object().required(),
  files: object().required(),
  use: object({
    imports: object().required(),
    shows: widgets,
    provides: widgets,
    declared: widgets.optional(),
  }).required(),
  widgets: object().optional().default(undefined),
});

function mapValues<Value>(given: object, read: (value: unknown) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, read(value)]));
}

/** Parses a `contract.json`. Throws ValidationError or SyntaxError if it is invalid. */
export function parseContractFile(text: string): ContractFile {
  const {
    version,
    entries,
    files,
    use: { declared, ...use },
    widgets: declarations,
  } = shape.validateSync(JSON.parse(text), { strict: true });
  for (const file of Object.keys(files)) filePath.validateSync(file);
  return {
    version,
    entries: mapValues(entries, (file) => filePath.validateSync(file)),
    files: mapValues(files, (content) => string().defined().validateSync(content)),
    use: {
      ...use,
      imports: mapValues(use.imports, (imported) => names.validateSync(imported)),
      ...(declared && { declared }),
    },
    ...(declarations && {
      widgets: mapValues(declarations, (source) => string().defined().validateSync(source)),
    }),
  };
}
