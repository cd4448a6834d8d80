/** The stored text of the registry. */
export interface StoredRegistry {
  text: string;
  /** Identifies this version of the registry, for conditional writes. */
  etag: string;
  /** The revision, if the store numbers revisions itself. */
  revision?: number;
}

/** Stores releases and the registry in a folder or an S3 bucket. Paths have forward slashes and no leading slash. */
export interface ReleaseStore {
  /** Address of the store for messages. */
  readonly address: string;
  /** Returns the registry, or null in an empty store. */
  readRegistry(): Promise<StoredRegistry | null>;
  /**
   * Replaces the registry if it has not changed since it was read.
   *
   * @param revision the revision of the new text
   * @param etag of the replaced text; null for an empty store
   * @returns false if another writer was first
   */
  replaceRegistry(text: string, revision: number, etag: string | null): Promise<boolean>;
  /**
   * Completes the last change of the registry, whose writer may have been killed, so that the served registry is the one that
   * commands read.
   *
   * @returns whether the served registry differed
   */
  restore(): Promise<boolean>;
  /** Returns the content of a file, or null if it is missing. */
  readFile(path: string): Promise<Buffer | null>;
  /** Creates a file. Returns false and changes nothing if it exists. */
  createFile(path: string, content: Uint8Array): Promise<boolean>;
  /** Returns the sorted paths of all files below a folder. */
  listFiles(folder: string): Promise<string[]>;
}

/** Path of the registry in a store. */
export const REGISTRY_FILE = 'registry.json';
/** Name of the release description that a build writes. */
export const RELEASE_FILE = 'release.json';
