declare module '*.woff2' {
  /** The address of the font. */
  const address: string;
  export default address;
}
