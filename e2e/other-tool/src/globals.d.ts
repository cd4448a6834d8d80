declare module '*.svg' {
  /** Address of the picture. */
  const address: string;
  export default address;
}
