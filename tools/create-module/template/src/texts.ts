/** The interface texts of this module. */
export const texts = {
  title: 'New Module',
  greeting: (name: string) => `Hello, ${name}.`,
} as const;
