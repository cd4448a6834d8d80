// What the local stack needs to keep a store of its own: a folder, a key, and registries that are signed with it.
export { addHistory } from './registry/history.ts';
export { readKey, newKey, signRegistry, type ReleaseKey } from './signing/release-key.ts';
export { FolderStore } from './store/folder-store.ts';
