import { array, object, string } from 'yup';

/** The file of a release that says which contract it was built with, and what of it it uses. No page loads it. */
export const CONTRACT_FILE = 'contract.json';

/** In place of names: everything that an entry exports, or every widget. */
export const ALL = '*';

/** The types of a contract, as its own version declares them. */
export interface Declarations {
  version: string;
  /** The declaration file of each entry, by share key: `@dps/shared-contracts/client` is in `client/index.d.ts`. */
  entries: Record<string, string>;
  /** The text of each declaration file, by its path. */
  files: Record<string, string>;
}

/** What a module does with its contract. */
export interface ContractUse {
  /** Names of the values that it imports, by share key of the entry. Types are not there at run time and do not count by themselves. */
  imports: Record<string, string[]>;
  /** Widgets of others that it shows. */
  shows: string[];
  /** Widgets that it has for others. */
  provides: string[];
}

/** What `contract.json` holds; a shell uses nothing, because it brings the contract. */
export type ContractFile = Declarations & { use: ContractUse };

// The names become part of a program that is checked, so they are names and nothing else.
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
  use: object({ imports: object().required(), shows: widgets, provides: widgets }).required(),
});

function mapValues<Value>(given: object, read: (value: unknown) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, read(value)]));
}

/** Reads a `contract.json`. Throws where it holds anything else. */
export function parseContractFile(text: string): ContractFile {
  const { version, entries, files, use } = shape.validateSync(JSON.parse(text), { strict: true });
  for (const file of Object.keys(files)) filePath.validateSync(file);
  return {
    version,
    entries: mapValues(entries, (file) => filePath.validateSync(file)),
    files: mapValues(files, (content) => string().defined().validateSync(content)),
    use: { ...use, imports: mapValues(use.imports, (imported) => names.validateSync(imported)) },
  };
}
