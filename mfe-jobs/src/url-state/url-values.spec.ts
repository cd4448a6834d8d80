import { historyAction, opensDialog, readValues, writeValues, type UrlSchema } from './url-values.ts';
import { choice, dialogId, searchText } from './parameter.ts';

interface Values {
  q: string;
  status: 'all' | 'paid';
  job: string | null;
}
const form: UrlSchema<Values> = {
  defaults: { q: '', status: 'all', job: null },
  parameters: { q: searchText, status: choice(['all', 'paid'], 'all'), job: dialogId },
};

describe('the values of a URL', () => {
  it.each<[string, Partial<Values>]>([
    ['', {}],
    ['?q=roof&status=paid&job=7', { q: 'roof', status: 'paid', job: '7' }],
    ['?q=a%20b+c%26', { q: 'a b c&' }],
    ['?status=stolen', {}],
    ['?status=paid&status=all', { status: 'paid' }],
    ['?Q=roof', {}],
    ['?constructor=1&__proto__=2', {}],
    ['?q=%E0%A4%A', { q: '\uFFFD%A' }],
  ])('of %j', (search, expected) => {
    expect(readValues(form, search)).toMatchObject({ ...form.defaults, ...expected });
  });

  it.each<[string, Partial<Values>, string]>([
    ['', {}, ''],
    ['', { q: ' a b&', status: 'paid' }, 'q=a+b%26&status=paid'],
    ['?q=old&status=paid', { q: 'new' }, 'q=new'],
    ['?status=paid&status=all', { status: 'paid' }, 'status=paid'],
    ['?utm=x&q=old', {}, 'utm=x'],
    ['', { job: '' }, 'job='],
  ])('are written into %j', (search, values, expected) => {
    expect(writeValues(form, { ...form.defaults, ...values }, search)).toBe(expected);
  });

  it.each<[Partial<Values>, boolean]>([
    [{}, false],
    [{ q: 'roof', status: 'paid' }, false],
    [{ job: '7' }, true],
    [{ job: '' }, true],
  ])('%j opens a dialog: %s', (values, expected) => {
    expect(opensDialog(form, { ...form.defaults, ...values })).toBe(expected);
  });
});

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
