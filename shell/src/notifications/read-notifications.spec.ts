import { parseReadIds } from './read-notifications.ts';

describe('parseReadIds', () => {
  it.each([
    ['nothing stored', '', []],
    ['a list of ids', '["job-1-pending","job-2-review"]', ['job-1-pending', 'job-2-review']],
    ['a list with something else in it', '["job-1-pending",7,null]', ['job-1-pending']],
    ['another JSON value', '{"job":1}', []],
    ['no JSON', 'job-1', []],
  ])('reads %s', (_case, text, ids) => {
    expect(parseReadIds(text)).toEqual(ids);
  });
});
