import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { hotComponent } from './hot.ts';

export { Fragment };

/** Creates an element as React does. Its component follows the changes of its source. */
export function jsxDEV(
  type: Parameters<typeof jsx>[0],
  props: unknown,
  key: string | undefined,
  hasStaticChildren: boolean,
) {
  const create = hasStaticChildren ? jsxs : jsx;
  return create(hotComponent(type), props, key);
}
