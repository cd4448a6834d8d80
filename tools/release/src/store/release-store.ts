/** Stores releases and registries in a folder or an S3 bucket. Paths have forward slashes and no leading slash. */
export interface ReleaseStore {
  /** Address of the store for messages. */
  readonly address: string;
  /** Returns the content of a file, or null if it is missing. */
  readFile(path: string): Promise<Buffer | null>;
  /** Creates a file. Returns false and changes nothing if it exists. No reader gets a partial file. */
  createFile(path: string, content: Uint8Array): Promise<boolean>;
  /** Returns the sorted paths of all files below a folder. */
  listFiles(folder: string): Promise<string[]>;
  /** Returns the size and the time of the last write of all files below a folder, by path. */
  listDetails(folder: string): Promise<Map<string, FileDetails>>;
  /** Removes a file if it exists. */
  removeFile(path: string): Promise<void>;
}

/** Text about a store without a registry. The folder of a disk that is not mounted looks the same. */
export const emptyText = ({ address }: Pick<ReleaseStore, 'address'>): string =>
  `${address} has no registry. If it had one, its disk is not mounted, or the address is wrong. In a new store, publish the shell first.`;

export interface FileDetails {
  bytes: number;
  /** Milliseconds since 1970, by the clock of the store. */
  modifiedAt: number;
}

/** Name of the release description that a build writes. */
export const RELEASE_FILE = 'release.json';
/**
 * Folder of a release with the source maps of its scripts: `assets/page.js.map` in a build, compressed as
 * `assets/page.js.map.gz` in a store. Its name is hidden, and the gateway serves no hidden file.
 */
export const SOURCE_MAPS = '.source-maps';
/** Folder of the files that are still being written. A killed process leaves them. */
export const DRAFTS = 'drafts';
/** File in the store of a local stack with the folders of the releases that its starts published, and may replace. */
export const LOCAL_RELEASES_FILE = 'local-releases.json';
/** File in the store of a local stack with the address of its gateway, while the stack runs. */
export const ADDRESS_FILE = 'served-by';
