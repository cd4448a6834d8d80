import { csvTable } from './csv.ts';

describe('csvTable', () => {
  it('[PAYM-21] ends every row in CRLF and separates cells by commas', () => {
    expect(csvTable(['a b', '1 2'].map((row) => row.split(' ')))).toBe('a,b\r\n1,2\r\n');
  });

  it.each([
    ['comma', 'a,b', '"a,b"'],
    ['semicolon', 'a;b', '"a;b"'],
    ['quote', 'a"b', '"a""b"'],
    ['line break', 'a\nb', '"a\nb"'],
    ['carriage return inside', 'a\rb', '"a\rb"'],
    ['formula', '=1+1', "'=1+1"],
    ['plus', '+1', "'+1"],
    ['minus', '-1', "'-1"],
    ['at', '@SUM(A1)', "'@SUM(A1)"],
    ['tab', '\t=1', "'\t=1"],
    ['leading carriage return', '\r=1', '"\'\r=1"'],
    ['formula with quotes', '=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    ['minus inside', '1-2', '1-2'],
  ])('[PAYM-20, PAYM-21] writes a %s cell', (_kind, cell, written) => {
    expect(csvTable([[cell]])).toBe(`${written}\r\n`);
  });
});
