import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { WIDGET_PROPS } from '@dps/module-kit/contract-file';
import { CommandError } from '../store/command-error.ts';
import { published } from '../checks/contract/contract-sides.ts';
import { readSigned, type ReadContext } from '../registry/read-registry.ts';
import { findModule, findRelease } from '../registry/parts.ts';
import { present } from './choose.ts';

/**
 * Copies the props of a module's widgets into another module: the declaration in the stable release, whose integrity is checked.
 *
 * @param owner name of the module that provides the widgets
 * @param folder absolute path of the module that shows them
 * @returns a one-line summary
 * @throws CommandError if the release declares none, or the folder is no module
 */
export async function copyWidgets(context: ReadContext, owner: string, folder: string): Promise<string> {
  const module = findModule(present((await readSigned(context)).registry, context.store), owner);
  const side = published(context.store, owner, findRelease(module, module.stable));
  const text = (await side.read())?.widgets?.[owner];
  if (text === undefined)
    throw new CommandError(
      `${side.title} declares no widget. The contract has the props of its widgets, if it provides some.`,
    );
  if (!existsSync(path.join(folder, 'module.json'))) throw new CommandError(`${folder} has no module.json.`);
  const file = path.join(folder, WIDGET_PROPS, `${owner}.ts`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return `copy the widgets of ${side.title} to ${file}`;
}
