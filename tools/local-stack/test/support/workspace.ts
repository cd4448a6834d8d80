import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { moduleBuild, moduleFiles, SHELL_FILES, shellRelease } from '@dps/release-store/testing/releases';

function write(folder: string, files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    if (!name.endsWith('.js')) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content));
  }
}

/** Writes the package of the shell with its build. */
export function writeShell(workspace: string): void {
  write(join(workspace, 'shell'), { 'package.json': JSON.stringify({ name: '@dps/shell' }) });
  write(join(workspace, 'shell', 'dist'), {
    ...SHELL_FILES,
    'release.json': JSON.stringify(shellRelease()),
  });
}

/** Writes the package of a module with its build. */
export function writeModule(workspace: string, name: string, version = '1.0.0'): void {
  const folder = join(workspace, `mfe-${name}`);
  write(folder, {
    'package.json': JSON.stringify({ name: `@dps/mfe-${name}`, version }),
    'module.json': JSON.stringify({ name }),
  });
  write(join(folder, 'dist'), {
    ...moduleFiles(name),
    'release.json': JSON.stringify(moduleBuild(name, version)),
  });
}
