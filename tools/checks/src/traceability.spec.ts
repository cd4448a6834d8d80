import { checkTraceability, findFaults } from './traceability.ts';

const files: Readonly<Record<string, string>> = {
  'src/pay.ts': 'export const pay = 1;',
  'src/pay.spec.ts': "it('charges the card once', () => {});",
};
const SPECIFICATION =
  '# Payments\n\n- **PAY-1** The card is charged once.\n- **PAY-2** The button is locked.\n';
const FIRST = 'PAY-1,src/pay.ts,src/pay.spec.ts#charges the card';
const SECOND = 'PAY-2,src/pay.ts,src/pay.spec.ts';

const faults = (rows: readonly string[], specification = SPECIFICATION, header = 'id,implementation,test') =>
  findFaults(specification, `${[header, ...rows].join('\n')}\n`, (file) => files[file] ?? null);

describe('findFaults', () => {
  it('returns nothing if each statement has an implementation and a test', () => {
    expect(faults([FIRST, SECOND])).toEqual([]);
  });

  it('reads several files of a cell', () => {
    expect(faults([FIRST, 'PAY-2,src/pay.ts | src/pay.ts,src/pay.spec.ts | src/pay.spec.ts#once'])).toEqual(
      [],
    );
  });

  it.each([
    ['a statement without a row', [FIRST], 'PAY-2: the table has no row'],
    [
      'a row without a statement',
      [FIRST, SECOND, 'PAY-3,src/pay.ts,src/pay.spec.ts'],
      'PAY-3: the specification has no statement',
    ],
    ['a second row of a statement', [FIRST, SECOND, SECOND], 'PAY-2: the table has the id twice'],
    [
      'an implementation that is gone',
      [FIRST, 'PAY-2,src/gone.ts,src/pay.spec.ts'],
      'PAY-2: src/gone.ts does not exist',
    ],
    [
      'a test file that is gone',
      [FIRST, 'PAY-2,src/pay.ts,src/gone.spec.ts#once'],
      'PAY-2: src/gone.spec.ts does not exist',
    ],
    [
      'a test that is gone',
      [FIRST, 'PAY-2,src/pay.ts,src/pay.spec.ts#locks'],
      'PAY-2: src/pay.spec.ts has no test "locks"',
    ],
    ['a statement without a test', [FIRST, 'PAY-2,src/pay.ts,'], 'PAY-2: the row names no test'],
    [
      'a statement without an implementation',
      [FIRST, 'PAY-2,,src/pay.spec.ts'],
      'PAY-2: the row names no implementation',
    ],
    ['a comma inside a cell', [FIRST, `${SECOND}#charges, once`], 'PAY-2: the row has more than three cells'],
  ])('reports %s', (_what, rows, fault) => {
    expect(faults(rows)).toContain(fault);
  });

  it('reports rows in another order than the statements', () => {
    expect(faults([SECOND, FIRST])).toEqual(['The rows are not in the order of the statements']);
  });

  it('reports an id that two statements have', () => {
    const twice = `${SPECIFICATION}- **PAY-2** The button is blue.\n`;
    expect(faults([FIRST, SECOND], twice)).toEqual(['PAY-2: the specification has the id twice']);
  });

  it('reports another header, and a specification without statements', () => {
    expect(faults([], '# Payments\n', 'id,test')).toEqual([
      'The first line of the table is not "id,implementation,test"',
      'The specification has no statement',
    ]);
  });
});

describe('checkTraceability', () => {
  it('finds the specification and the table of the repository', () => {
    expect(checkTraceability().output).not.toContain('The specification has no statement');
  });
});
