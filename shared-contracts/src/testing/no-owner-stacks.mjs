// React's development build captures a stack for each created element, up to 10,000 a second. The stacks name the owners of
// elements in warnings. They took a sixth of the time of the component tests. Errors keep their component stacks.
import React from 'react';

const internals = React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;

if (typeof internals?.recentlyCreatedOwnerStacks !== 'number')
  throw new Error('React no longer counts owner stacks: remove no-owner-stacks.mjs');

// React captures no further stack if the count is above its limit. It resets the count while it renders.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
  enumerable: true,
});
