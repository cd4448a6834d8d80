// Empties Emotion's cache of styles, which stays loaded, and adds the styles of this file to its document.
import { CacheProvider } from '@emotion/react';

// The default value of the context.
const cache = CacheProvider._currentValue;
if (!cache?.sheet?.tags)
  throw new Error('React or Emotion changed: find its default cache in styles.setup.mjs');

cache.sheet.flush();
cache.sheet.container = document.head;
cache.inserted = {};
cache.registered = {};
