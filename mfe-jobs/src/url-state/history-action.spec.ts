import { historyAction } from './history-action.ts';

describe('historyAction', () => {
  it.each([
    ['a filter changes', false, false, false, 'follow'],
    ['a dialog opens', false, true, false, 'push'],
    ['another takes its place', true, true, true, 'replace'],
    ['another takes the place of one that the address opened', true, true, false, 'replace'],
    ['a dialog closes that was opened here', true, false, true, 'back'],
    ['a dialog closes that the address opened', true, false, false, 'replace'],
  ] as const)('when %s', (_name, before, after, ownEntry, expected) => {
    expect(historyAction({ before, after, ownEntry })).toBe(expected);
  });
});
