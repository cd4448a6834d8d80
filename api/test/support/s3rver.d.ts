declare module 's3rver' {
  import type { RequestListener } from 'node:http';

  interface Options {
    directory: string;
    silent: boolean;
    configureBuckets: { name: string }[];
  }

  /** The used part of the package, which has no types. */
  export default class S3rver {
    constructor(options: Options);
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
    readonly logger: { exceptions: { unhandle(): void }; close(): void };
  }
}
