import { planPdf } from './plan-pdf.ts';

describe('planPdf', () => {
  const file = planPdf('Plan (north)', ['Building A', 'Gate \\ 2']).toString('latin1');

  it('has the offset of each object in its xref table', () => {
    const [, table = ''] = file.split('xref\n0 6\n');
    const offsets = [...table.matchAll(/(\d{10}) 00000 n /g)].map((match) => Number(match[1]));
    expect(offsets.map((offset) => file.slice(offset, offset + 7))).toEqual(
      [1, 2, 3, 4, 5].map((n) => `${n} 0 obj`),
    );
    const start = Number(/startxref\n(\d+)\n/.exec(file)?.[1]);
    expect(file.slice(start, start + 4)).toBe('xref');
  });

  it('escapes parentheses and backslashes', () => {
    expect(file).toContain('(Plan \\(north\\)) Tj');
    expect(file).toContain('(Gate \\\\ 2) Tj');
  });

  it('declares the length of its content', () => {
    const [, length, content] = /\/Length (\d+) >>\nstream\n([^]*?)\nendstream/.exec(file) ?? [];
    expect(content).toHaveLength(Number(length));
  });
});
