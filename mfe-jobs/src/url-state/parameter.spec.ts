import {
  amount,
  choice,
  day,
  dialogId,
  dialogOpen,
  parseAmount,
  searchText,
  type Parameter,
} from './parameter.ts';

const roundTrip = <Value>(parameter: Parameter<Value>, text: string) => {
  const value = parameter.read(text);
  return value === undefined ? undefined : parameter.write(value);
};

describe('a search', () => {
  it.each([
    ['roof', 'roof'],
    ['  roof seams ', 'roof seams'],
    ['', null],
    ['   ', null],
    ['é'.repeat(200), 'é'.repeat(200)],
    ['a'.repeat(201), undefined],
  ])('%j is kept as %j', (text, expected) => {
    expect(roundTrip(searchText, text)).toBe(expected);
  });

  it('is cut to the maximum length', () => {
    expect(searchText.write('a'.repeat(300))).toHaveLength(200);
  });
});

describe('a choice', () => {
  const status = choice(['all', 'pending', 'paid'], 'all');
  it.each([
    ['paid', 'paid'],
    ['all', null],
    ['', undefined],
    ['toString', undefined],
  ])('%j is kept as %j', (text, expected) => {
    expect(roundTrip(status, text)).toBe(expected);
  });
});

describe('an amount', () => {
  it.each([
    ['1250', 125_000],
    ['1250.5', 125_050],
    [' 1250.50 ', 125_050],
    ['1250.', 125_000],
    ['.5', 50],
    ['0.29', 29],
    ['', NaN],
    ['-1', NaN],
    ['0.001', NaN],
    ['1,000', NaN],
    ['0x10', NaN],
    ['9'.repeat(400), NaN],
    ['٣', NaN],
  ])('%j is %d cents', (text, cents) => {
    expect(parseAmount(text)).toBe(cents);
  });

  it.each([
    ['0500.50', '500.5'],
    ['0', '0'],
    ['abc', undefined],
    ['', undefined],
  ])('%j is kept as %j', (text, expected) => {
    expect(roundTrip(amount, text)).toBe(expected);
  });

  it('that cannot be read is omitted from the URL', () => {
    expect(amount.write('abc')).toBeNull();
  });
});

describe('a day', () => {
  it.each([
    ['2026-11-24', '2026-11-24'],
    ['2028-02-29', '2028-02-29'],
    ['2026-02-29', undefined],
    ['2026-11-24T10:00:00Z', undefined],
    ['', undefined],
  ])('%j is kept as %j', (text, expected) => {
    expect(roundTrip(day, text)).toBe(expected);
  });
});

describe('a dialog', () => {
  it('accepts any id, so that the page can report an unknown one', () => {
    expect(['7', 'x', ''].map((text) => roundTrip(dialogId, text))).toEqual(['7', 'x', '']);
  });

  it.each(['7.', '7>', '7 ', '7\u00a0', '7).\r\n'])(
    '[RESET-18] %j is the id without what a mail program appends',
    (text) => {
      expect(dialogId.read(text)).toBe('7');
    },
  );

  it('is open for 1 only', () => {
    expect(['1', 'true'].map((text) => roundTrip(dialogOpen, text))).toEqual(['1', undefined]);
  });
});
