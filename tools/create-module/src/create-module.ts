import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, type FormatOptions } from 'oxfmt';
import { object } from 'yup';
import { moduleFiles, packageJsonOf } from './module-files.ts';
import { planAlone, planModule, type ModulePlan } from './module-plan.ts';

const lockFile = object({ packages: object().required() });

/** Adds the package to the lock file. npm would also remove the optional packages of other platforms. */
function addToLockFile(workspace: string, plan: ModulePlan): void {
  const file = path.join(workspace, 'package-lock.json');
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const { packages, ...rest } = lockFile.validateSync(content);
  const { name, version, dependencies, devDependencies } = packageJsonOf(plan);
  const { folder } = plan;
  const added = {
    ...packages,
    [folder]: { name, version, dependencies, devDependencies },
    [`node_modules/${name}`]: { resolved: folder, link: true },
  };
  // npm sorts the entries by name, so workspaces come before installed packages.
  const sorted = Object.entries(added).toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify({ ...rest, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}

/** Returns the formatted content of a file in `folder`, by its settings. Content that the formatter does not support stays the same. */
async function formatted(folder: string, file: string, content: string): Promise<string> {
  const settings = path.join(folder, '.oxfmtrc.json');
  const options: FormatOptions = existsSync(settings) ? JSON.parse(readFileSync(settings, 'utf8')) : {};
  const { code } = await format(file, content, options);
  return code;
}

/** The folder of a module in the table of packages. */
const FOLDER_IN_ROW = /`mfe-[^`]+\/`/g;
/** A row of the table of screens in the specification. */
const SCREEN_ROW = /^\| `\/\S*`.*$/gm;

/** Returns a text with an insertion after the last match of a pattern. Without a match, returns the text. */
function insertAfterLast(text: string, pattern: RegExp, inserted: string): string {
  const last = [...text.matchAll(pattern)].at(-1);
  if (!last) return text;
  const end = last.index + last[0].length;
  return text.slice(0, end) + inserted + text.slice(end);
}

/** Adds the package and its page to the tables of the documents, which the test command compares with packages and routes. */
async function addToDocuments(workspace: string, plan: ModulePlan): Promise<void> {
  const { title } = plan;
  const folder = `\`${plan.folder}/\``;
  const page = `\`${plan.route}\``;
  const additions = [
    { file: 'docs/architecture.md', pattern: FOLDER_IN_ROW, name: folder, text: `, ${folder}` },
    {
      file: 'docs/specification.md',
      pattern: SCREEN_ROW,
      name: page,
      text: `\n| ${page} | ${title} | signed in |`,
    },
  ];
  for (const { file, pattern, name, text } of additions) {
    const document = path.join(workspace, file);
    const before = existsSync(document) ? readFileSync(document, 'utf8') : '';
    if (before === '' || before.includes(name)) continue;
    const after = insertAfterLast(before, pattern, text);
    writeFileSync(document, await formatted(workspace, document, after));
  }
}

/** Creates the link that npm would create, so that the module works without an install. */
function linkPackage(workspace: string, { packageName, folder }: ModulePlan): void {
  const link = path.join(workspace, 'node_modules', packageName);
  if (existsSync(path.dirname(link)) && !existsSync(link))
    symlinkSync(path.join('..', '..', folder), link, 'junction');
}

/** A created module: its plan, and the paths of its files relative to the folder in which it was created. */
export interface CreatedModule {
  plan: ModulePlan;
  files: string[];
}

async function writeFiles(parent: string, plan: ModulePlan): Promise<CreatedModule> {
  const files: string[] = [];
  for (const [relative, content] of Object.entries(moduleFiles(plan))) {
    const file = path.join(parent, plan.folder, relative);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, await formatted(parent, file, content));
    files.push(path.posix.join(plan.folder, relative));
  }
  return { plan, files };
}

/**
 * Creates a module in the product's workspace: a package with a page, its tests and the files that a release needs. Adds it
 * to the lock file and to the tables of packages and screens in the documents.
 *
 * @param workspace path of the workspace
 * @param name name in the registry: `flight-weather`
 * @throws Refusal if the name is invalid, or the name or its path is taken
 */
export async function createModule(workspace: string, name: string): Promise<CreatedModule> {
  const plan = planModule(workspace, name);
  const created = await writeFiles(workspace, plan);
  addToLockFile(workspace, plan);
  await addToDocuments(workspace, plan);
  linkPackage(workspace, plan);
  return created;
}

/**
 * Creates a module in a folder of its own, outside the product's workspace. `npm install` there completes it.
 *
 * @param parent path of the folder in which the module's folder is created
 * @param name name in the registry: `flight-weather`
 * @param tarballs absolute path of a folder with packed packages; undefined if npm finds the packages in its registry
 * @throws Refusal if the name is invalid, or the folder exists, or there are no packed packages
 */
export async function createModuleAlone(
  parent: string,
  name: string,
  tarballs: string | undefined,
): Promise<CreatedModule> {
  return writeFiles(parent, planAlone(parent, name, tarballs));
}
