declare module '*.woff2' {
  /** The address of the font. */
  const address: string;
  export default address;
}

/** The version of the shell. The build replaces it by a literal. */
declare const __MODULE_VERSION__: string;
/** The global name under which the shell lends its federation runtime to modules. */
declare const __LENT_RUNTIME__: string;
