import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { OUTLINE_FILE, type Outlines } from '@dps/contract';
import { BuildFailure } from '../build-failure.ts';
import { compile } from '../webpack/compile.ts';
import { fontRule, resolveSources, sourceParser, typescriptRule } from '../webpack/sources.ts';

/** The source of the shell that renders the outlines. */
const ENTRY = './src/outline.tsx';

/**
 * Renders the outlines of the shell's pages to HTML and CSS, and writes them to a file of the release.
 *
 * @param dir absolute path of the shell
 * @param out absolute path of the release's folder
 */
export async function writeOutlines(dir: string, out: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dps-outline-'));
  try {
    await compile({
      context: dir,
      mode: 'production',
      target: 'node24',
      devtool: false,
      entry: ENTRY,
      output: { path: folder, filename: 'outline.cjs', library: { type: 'commonjs2' } },
      resolve: resolveSources,
      module: { parser: sourceParser, rules: [typescriptRule(), fontRule] },
      optimization: { minimize: false, splitChunks: false },
      performance: false,
    });
    const rendered: { renderOutlines: () => Outlines } = createRequire(import.meta.url)(
      path.join(folder, 'outline.cjs'),
    );
    const outlines = rendered.renderOutlines();
    if (/<[^>]* style=/.test(Object.values(outlines).join('')))
      throw new BuildFailure(
        'the outline has a style attribute, which documents do not allow',
        `Give its components styles without the attribute "style" in ${ENTRY}.`,
      );
    await writeFile(path.join(out, OUTLINE_FILE), JSON.stringify(outlines));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
