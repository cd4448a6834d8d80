import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, type FormatOptions } from 'oxfmt';
import { array, object, string } from 'yup';
import { PACKAGES, planAlone, planModule, tarballsIn, type ModulePlan } from './module-plan.ts';

/** A complete module, `new-module`, whose files a new module copies. */
const TEMPLATE = fileURLToPath(new URL('../template', import.meta.url));
/** Files that only a module in a repository of its own has. npm packs no `.gitignore`, so that of the template has no dot. */
const OF_REPOSITORY = /^(gitignore$|\.github\/)/;
/** Results of a build of the template itself. */
const GENERATED = /^(node_modules|dist)\//;

const packageJson = object({ name: string().required(), version: string().required() });
const manifest = object({ navigation: array(object()).required() });

/** Returns the paths of the template's files, relative to its folder. */
export const templateFiles = (): string[] =>
  readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(TEMPLATE, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
    )
    .filter((file) => !GENERATED.test(file));

/** Returns the content of a template's file, or a path, with the names of a module. */
const named = (text: string, { name, title, page }: ModulePlan): string =>
  text.replaceAll('NewModulePage', page).replaceAll('new-module', name).replaceAll('New Module', title);

/** Returns the content of a file of a new module. The facts of `package.json` and `module.json` depend on the product. */
function contentOf(file: string, plan: ModulePlan): string {
  const content = named(readFileSync(path.join(TEMPLATE, file), 'utf8'), plan);
  const { packageName, dependencies, devDependencies, contract, order } = plan;
  if (file === 'package.json') {
    const json = packageJson.validateSync(JSON.parse(content));
    return JSON.stringify({ ...json, name: packageName, dependencies, devDependencies }, null, 2);
  }
  if (file === 'module.json') {
    const json = manifest.validateSync(JSON.parse(content));
    const navigation = json.navigation.map((item) => ({ ...item, order }));
    return JSON.stringify({ ...json, contract, navigation });
  }
  return content;
}

const lockFile = object({ packages: object().required() });

/** Adds the package to the lock file. npm would also remove the optional packages of other platforms. */
function addToLockFile(workspace: string, plan: ModulePlan): void {
  const file = path.join(workspace, 'package-lock.json');
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const { packages, ...rest } = lockFile.validateSync(content);
  const { folder } = plan;
  const {
    scripts: _scripts,
    private: _private,
    type: _type,
    ...entry
  } = JSON.parse(contentOf('package.json', plan));
  const added = {
    ...packages,
    [folder]: entry,
    [`node_modules/${plan.packageName}`]: { resolved: folder, link: true },
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
  for (const source of templateFiles()) {
    if (plan.isInWorkspace && OF_REPOSITORY.test(source)) continue;
    const relative = named(source.replace(/^gitignore$/, '.gitignore'), plan);
    const file = path.join(parent, plan.folder, relative);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, await formatted(parent, file, contentOf(source, plan)));
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
 * @throws CommandError if the name is invalid, or the name or its path is taken
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
 * @param tarballs absolute path of a folder with packed packages, which are copied; undefined if npm finds the packages in its registry
 * @throws CommandError if the name is invalid, or the folder exists, or there are no packed packages
 */
export async function createModuleAlone(
  parent: string,
  name: string,
  tarballs: string | undefined,
): Promise<CreatedModule> {
  const plan = planAlone(parent, name, tarballs);
  const created = await writeFiles(parent, plan);
  if (tarballs === undefined) return created;
  // Inside the repository, so that it installs on any machine.
  const packages = path.join(parent, plan.folder, PACKAGES);
  mkdirSync(packages);
  for (const file of Object.values(tarballsIn(tarballs)))
    copyFileSync(path.join(tarballs, file), path.join(packages, file));
  return created;
}
