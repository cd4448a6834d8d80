import { parseReadIds } from './read-notifications.ts';

describe('parseReadIds', () => {
  it.each([
    ['an empty text', '', []],
    ['a list of ids', '["job-1-pending","job-2-review"]', ['job-1-pending', 'job-2-review']],
    ['a list with other values', '["job-1-pending",7,null]', ['job-1-pending']],
    ['another JSON value', '{"job":1}', []],
    ['invalid JSON', 'job-1', []],
  ])('parses %s', (_case, text, ids) => {
    expect(parseReadIds(text)).toEqual(ids);
  });
});
