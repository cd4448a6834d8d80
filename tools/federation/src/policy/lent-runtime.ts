/** Where the shell leaves its federation runtime for modules; the number is the major version of that runtime. */
export const LENT_RUNTIME = '__federationRuntime2';
