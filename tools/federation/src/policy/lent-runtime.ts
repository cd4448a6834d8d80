/** Global variable in which the shell provides its federation runtime to modules. It ends with the runtime's major version. */
export const LENT_RUNTIME = '__federationRuntime2';
