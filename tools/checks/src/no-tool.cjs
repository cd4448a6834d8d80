// Replaces PostgreSQL and the bundlers in unit and component tests.
throw new Error(
  'A unit test loads no database and no bundler. Move the test to the folder "test" of its package.',
);
