import { securityFaults } from './security.ts';

const files: Readonly<Record<string, string>> = {
  'src/pay.spec.ts': "it('charges the card once', () => {});",
  'docs/decisions.md': '# Decisions\n\n## Limits\n\nText.\n',
};
const HEADER = 'requirement,level,status,evidence,note';

const faults = (...rows: string[]) =>
  securityFaults(`${[HEADER, ...rows].join('\n')}\n`, (file) => files[file] ?? null, rows.length);

describe('securityFaults', () => {
  it.each([
    ['a test', '1.1.1,1,tested,src/pay.spec.ts#charges the card,'],
    ['a decision', '1.1.1,2,decided,docs/decisions.md#Limits,'],
    ['two sources', '1.1.1,2,tested,src/pay.spec.ts#charges | src/pay.spec.ts#once,'],
    ['a reason why it is not met', '1.1.1,2,not met,docs/decisions.md#Limits,Reads have none.'],
    ['a reason why it does not apply', '1.1.1,2,not applicable,,There is no mail.'],
  ])('accepts a requirement with %s', (_what, row) => {
    expect(faults(row)).toEqual([]);
  });

  it.each([
    ['a missing file', '1.1.1,1,tested,src/other.spec.ts#pays,', 'src/other.spec.ts does not exist'],
    ['a missing title', '1.1.1,1,tested,src/pay.spec.ts#refunds,', 'src/pay.spec.ts has no "refunds"'],
    ['a missing decision', '1.1.1,1,decided,docs/decisions.md#Mail,', 'docs/decisions.md has no "Mail"'],
    ['a document in place of a test', '1.1.1,1,tested,docs/decisions.md#Limits,', 'is not a test'],
    ['a file without a title', '1.1.1,1,tested,src/pay.spec.ts,', 'names no part of a title'],
    ['no evidence', '1.1.1,1,tested,,', 'expected evidence'],
    ['no decision', '1.1.1,1,not met,,Reads have none.', 'expected evidence'],
    ['no reason', '1.1.1,1,not applicable,,', 'expected a note'],
    ['no difference', '1.1.1,1,not met,docs/decisions.md#Limits,', 'expected a note'],
    ['an unknown status', '1.1.1,1,open,src/pay.spec.ts#once,', 'open is not a status'],
    [
      'a level beyond the table',
      '1.1.1,3,tested,src/pay.spec.ts#once,',
      'expected a requirement and its level',
    ],
    ['a comma too many', '1.1.1,1,tested,src/pay.spec.ts#once,one,two', 'more than five cells'],
  ])('reports %s', (_what, row, fault) => {
    expect(faults(row)).toEqual([expect.stringContaining(fault)]);
  });

  it('reports a requirement that is missing or repeated', () => {
    const row = '1.1.1,1,tested,src/pay.spec.ts#once,';
    expect(securityFaults(`${HEADER}\n${row}\n${row}\n`, (file) => files[file] ?? null, 2)).toEqual([
      'The table has 1 requirements in 2 rows, expected 2',
    ]);
  });
});
