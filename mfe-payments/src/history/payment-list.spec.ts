import type { JobStatus, JobView } from '@dps/shared-contracts';
import { csvFileName, paymentsCsv } from './payments-csv.ts';
import { receiptFileName, receiptText, realPaymentText } from './payment-facts.ts';
import { filterPayments, listPayments, paymentStats } from './payment-list.ts';

const NOW = new Date(2026, 10, 20, 12);
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();

function job(id: number, status: JobStatus, budget: number, updatedAt = daysAgo(1)): JobView {
  return {
    id,
    title: `Job ${id}`,
    description: '',
    surveyType: 'Mapping',
    location: 'Austin, TX',
    budget,
    status,
    progress: 0,
    clientId: 1,
    pilotId: 2,
    deadline: '2026-12-31T00:00:00.000Z',
    deadlineHasTime: false,
    createdAt: daysAgo(100),
    updatedAt,
    client: { name: 'Client' },
    pilot: { name: 'Pilot' },
  };
}

const jobs = [
  job(1, 'pending', 100),
  job(2, 'review', 200),
  job(3, 'completed', 300.1, daysAgo(3)),
  job(4, 'paid', 400.2, daysAgo(40)),
  job(5, 'paid', 500, daysAgo(100)),
];

describe('the payments of a list of jobs', () => {
  it('are the completed and the paid ones, newest first', () => {
    expect(listPayments(jobs).map(({ id, cents }) => [id, cents])).toEqual([
      [3, 30_010],
      [4, 40_020],
      [5, 50_000],
    ]);
  });

  it('have the id and title of the job, its budget, and the time of its last change', () => {
    expect(listPayments([job(7, 'paid', 1250.5, daysAgo(3))])).toEqual([
      { id: 7, jobTitle: 'Job 7', cents: 125_050, date: daysAgo(3), method: 'Stripe', status: 'completed' },
    ]);
  });

  it.each([
    ['all', 'all', [3, 4, 5]],
    ['completed', 'all', [3, 4, 5]],
    ['pending', 'all', []],
    ['failed', 'all', []],
    ['all', 'week', [3]],
    ['all', 'month', [3]],
    ['all', 'quarter', [3, 4]],
  ] as const)('filtered by %s and %s are %p', (status, date, ids) => {
    expect(filterPayments(listPayments(jobs), { status, date }, NOW).map(({ id }) => id)).toEqual(ids);
  });

  it('add up without floating point noise', () => {
    expect(paymentStats(jobs, NOW)).toEqual({
      totalCents: 120_030,
      monthCents: 30_010,
      averageCents: 40_010,
      pending: 1,
    });
    expect(paymentStats([], NOW)).toEqual({ totalCents: 0, monthCents: 0, averageCents: 0, pending: 0 });
  });
});

describe('the CSV export', () => {
  const [payment] = listPayments([job(7, 'paid', 1250.5)]);
  if (!payment) throw new Error('no payment');
  const titled = (jobTitle: string) => paymentsCsv([{ ...payment, jobTitle }]).split('\r\n')[1];

  it('has the columns of the specification and two decimals', () => {
    expect(paymentsCsv([payment])).toBe(
      'Job Title,Date,Amount,Method,Status,Payment ID\r\nJob 7,2026-11-19,1250.50,Stripe,completed,7\r\n',
    );
  });

  it.each([
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM', "'@SUM"],
    ['\tx', "'\tx"],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['plain - text', 'plain - text'],
  ])('writes the title %p as %p', (title, cell) => {
    expect(paymentsCsv([{ ...payment, jobTitle: title }])).toContain(`\r\n${cell},2026-11-19,`);
    expect(titled('plain')).toMatch(/^plain,/);
  });

  it('is named after the day', () => {
    expect(csvFileName(NOW)).toBe('payments-export-2026-11-20.csv');
  });
});

describe('the receipt', () => {
  const [payment] = listPayments([job(7, 'paid', 1250.5)]);
  if (!payment) throw new Error('no payment');
  const stored = {
    id: 1,
    jobId: 7,
    amount: 1250.5,
    refundedAmount: 0,
    status: 'completed',
    transactionId: 'pi_1',
    provider: 'stripe',
    createdAt: daysAgo(1),
  } as const;

  it('says what was paid, how, and the state of the real payment', () => {
    expect(receiptText(payment, stored)).toBe(
      [
        'PAYMENT RECEIPT',
        '',
        'Payment ID: 7',
        'Job: Job 7',
        'Date: Nov 19, 2026',
        'Amount: $1,250.50',
        'Method: Stripe',
        'Status: completed',
        'Card payment: received',
        '',
        'Thank you for your business!',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['loading', 'being looked up...'],
    ['unknown', 'could not be looked up'],
    [null, 'none yet'],
    [{ ...stored, provider: 'manual' }, 'received outside the platform'],
    [{ ...stored, status: 'refunded', refundedAmount: 1250.5 }, 'refunded'],
    [{ ...stored, refundedAmount: 250.5 }, 'received, $250.50 of it refunded'],
    [{ ...stored, status: 'disputed' }, 'disputed'],
  ] as const)('words the real payment', (real, expected) => {
    expect(realPaymentText(real)).toBe(expected);
  });

  it.each([
    ['Levee scan, north', 'Levee-scan,-north'],
    ['a/b: c\u202e?', 'ab-c'],
    ['../../etc/passwd', '....etcpasswd'],
    [' two\nlines\t', 'two-lines'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['مسح السد', 'مسح-السد'],
    ['x'.repeat(10_000), 'x'.repeat(200)],
    ['測'.repeat(200), '測'.repeat(66)],
    ['🚁'.repeat(200), '🚁'.repeat(50)],
    ['\ud800', ''],
  ])('of %j has a file name that every system can keep', (jobTitle, title) => {
    const name = receiptFileName({ ...payment, jobTitle });
    expect(name).toBe(`receipt-7-${title}.txt`);
    expect(new TextEncoder().encode(name).length).toBeLessThan(256);
  });

  it('keeps a title that looks like more lines in its own', () => {
    const forged = 'Job\r\nAmount: $0.00\u2028Status: failed\u202e';
    const lines = receiptText({ ...payment, jobTitle: forged }, stored).split('\n');
    expect(lines).toHaveLength(12);
    expect(lines[3]).toBe('Job: Job Amount: $0.00 Status: failed');
  });
});
