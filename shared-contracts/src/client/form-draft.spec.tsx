import { renderHook } from '@testing-library/react';
import { deleteDrafts, DRAFT_PREFIX } from '../drafts.ts';
import { applyDraft, findDraft, useFormDraft, type FormDraft } from './form-draft.ts';

const EMPTY = { title: '', notes: '' };
const draft = (title: string): FormDraft<typeof EMPTY> => ({ base: EMPTY, values: { ...EMPTY, title } });
const find = (owner = 1) => findDraft('job', owner, EMPTY);
const store = (input: FormDraft<typeof EMPTY> | null, owner = 1) =>
  renderHook((current: FormDraft<typeof EMPTY> | null) => useFormDraft('job', owner, current), {
    initialProps: input,
  });
const stored = (change: object = {}) =>
  JSON.stringify({ version: 1, at: Date.now(), ...draft('Roof'), ...change });
const put = (text: string) => localStorage.setItem(`${DRAFT_PREFIX}1:job`, text);

afterEach(() => localStorage.clear());

describe('a form draft', () => {
  it('is found by the same user and form only', () => {
    store(draft('Roof'));
    expect(find()).toEqual(draft('Roof'));
    expect(find(2)).toBeNull();
    expect(findDraft('profile', 1, EMPTY)).toBeNull();
  });

  it('follows the input, and is deleted with it', () => {
    const { rerender } = store(draft('Roof'));
    rerender(draft('Roof inspection'));
    expect(find()).toEqual(draft('Roof inspection'));
    rerender(null);
    expect(find()).toBeNull();
  });

  it('is not stored again after a submit, until the form is empty', () => {
    const { result, rerender, unmount } = store(draft('Roof'));
    result.current();
    rerender(draft('Roof '));
    expect(find()).toBeNull();
    rerender(null);
    rerender(draft('Barn'));
    expect(find()).toEqual(draft('Barn'));
    result.current();
    unmount();
    expect(find()).toBeNull();
  });

  it.each([
    ['no JSON', '{'],
    ['another version', stored({ version: 2 })],
    ['no time', stored({ at: 'now' })],
    ['a time more than a week ago', stored({ at: Date.now() - 8 * 86_400_000 })],
    ['a time far in the future', stored({ at: Date.now() + 8 * 86_400_000 })],
    ['a missing field', stored({ values: { title: 'Roof' } })],
    ['an unknown field', stored({ values: { ...EMPTY, status: 'paid' } })],
    ['a field that is no text', stored({ values: { title: 'Roof', notes: 7 } })],
    ['no base', stored({ base: null })],
  ])('is ignored with %s', (_name, text) => {
    put(text);
    expect(find()).toBeNull();
  });

  it('is not stored above the maximum size; the browser then requests a confirmation before the page closes', () => {
    const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const { rerender } = store(draft('x'.repeat(350_001)));
    expect(find()).toBeNull();
    expect(leaves()).toBe(false);
    rerender(draft('x'));
    expect(leaves()).toBe(true);
  });

  it('is deleted at the sign-out of its user, and other data stays', () => {
    store(draft('Roof'));
    store(draft('Barn'), 12);
    localStorage.setItem('readNotifications_1', '[]');
    deleteDrafts(1);
    expect([find(), find(12)]).toEqual([null, draft('Barn')]);
    expect(localStorage.length).toBe(2);
  });

  it('[SECURE-19] is stored again when its form is left after the sign-out in another tab', () => {
    const { unmount } = store(draft('Roof'));
    deleteDrafts(1);
    unmount();
    expect(find()).toEqual(draft('Roof'));
  });
});

it('applyDraft keeps changes of the form elsewhere, except in the fields of the user', () => {
  const base = { title: 'Roof', notes: 'old' };
  const values = { title: 'Barn', notes: 'old' };
  const applied = applyDraft({ base, values }, { title: 'Shed', notes: 'new' });
  expect(applied).toEqual({ title: 'Barn', notes: 'new' });
});
