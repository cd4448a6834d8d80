/** The name of the module or of the shell in the registry. The build defines it. */
declare const __MODULE_NAME__: string;
/** The version of the release. The build defines it. */
declare const __MODULE_VERSION__: string;

declare module '*.woff2' {
  /** Address of the font. */
  const address: string;
  export default address;
}

/** Not supported: a release has scripts only. The build explains what to use instead, which the compiler cannot. */
declare module '*.css';
