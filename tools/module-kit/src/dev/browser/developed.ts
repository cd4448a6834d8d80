import definition from '@dps/developed-module';
import { followBuilds } from './follow-builds.ts';
import { hotDefinition, replaceDefinition } from './hot.ts';

const reload = () => location.reload();

// webpack recognizes only `import.meta.webpackHot`, and the name of the import.
import.meta.webpackHot.accept(
  '@dps/developed-module',
  () => void replaceDefinition(definition).catch(reload),
  reload,
);
followBuilds(import.meta.webpackHot);

/** The module under development, which follows the changes of its sources without a reload. */
export default hotDefinition(definition);
