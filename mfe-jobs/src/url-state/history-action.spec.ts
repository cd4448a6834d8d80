import { historyAction } from './history-action.ts';

describe('historyAction', () => {
  it.each([
    ['a filter changes', false, false, false, 'debounce'],
    ['a dialog opens', false, true, false, 'push'],
    ['another dialog replaces one', true, true, true, 'replace'],
    ['another dialog replaces one that the first URL opened', true, true, false, 'replace'],
    ['a dialog closes that the page opened', true, false, true, 'back'],
    ['a dialog closes that the first URL opened', true, false, false, 'replace'],
  ] as const)('when %s', (_name, before, after, ownEntry, expected) => {
    expect(historyAction({ before, after, ownEntry })).toBe(expected);
  });
});
