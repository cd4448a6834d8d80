import type { JobDetailView } from '@dps/contract';
import { aJobDetail, aPayment } from '@dps/contract/testing';
import type { ListedPayment } from './payment-list.ts';
import { paymentsFile, receiptFile } from './payment-files.ts';

const NOW = new Date(2026, 10, 20, 12);
const payment: ListedPayment = {
  id: 7,
  jobTitle: 'Job 7',
  cents: 125_050,
  date: new Date(2026, 10, 19, 12).toISOString(),
  method: 'Stripe',
  status: 'completed',
  paid: true,
  stored: null,
};

describe('paymentsFile', () => {
  it('[PAYM-18, PAYM-19] has the columns of the specification, amounts with two decimals, and the viewer’s date in its name', () => {
    expect(paymentsFile([payment], NOW)).toMatchObject({
      name: 'payments-export-2026-11-20.csv',
      content: 'Job Title,Date,Amount,Method,Status,Payment ID\r\nJob 7,2026-11-19,1250.50,Stripe,Paid,7\r\n',
    });
  });

  it('writes the title as a text, not as a formula', () => {
    const { content } = paymentsFile([{ ...payment, jobTitle: '=HYPERLINK("x")' }], NOW);
    expect(content).toContain(`\r\n"'=HYPERLINK(""x"")",2026-11-19,`);
  });

  it.each([
    ['without a stored payment', true, null, 'Paid'],
    ['before its payment', false, null, 'Awaits payment'],
    ['with a created card payment', false, { status: 'pending' }, 'Awaits payment'],
    ['with a submitted card payment', false, { status: 'pending', submitted: true }, 'Payment started'],
    ['with a canceled card payment', false, { status: 'canceled' }, 'Awaits payment'],
    ['paid after its open payment was read', true, { status: 'pending' }, 'Paid'],
    ['whose payment was received after the job was read', false, {}, 'Paid'],
    ['with a partial refund', true, { refundedAmount: 100_050 }, '"Partly refunded $1,000.50"'],
    ['with a full refund', true, { status: 'refunded', refundedAmount: 125_050 }, 'Refunded'],
    ['with a dispute', true, { status: 'disputed', refundedAmount: 5000 }, 'Disputed'],
  ] as const)('[PAYM-42] has the state of a job %s', (_case, paid, facts, state) => {
    const stored = facts && aPayment({ jobId: 7, ...facts });
    expect(paymentsFile([{ ...payment, paid, stored }], NOW).content).toContain(`,Stripe,${state},7\r\n`);
  });
});

describe('receiptFile', () => {
  const stored = aPayment({ jobId: 7, createdAt: payment.date });
  const job = aJobDetail({
    id: 7,
    status: 'paid',
    budget: 125_050,
    updatedAt: payment.date,
    payment: stored,
  });
  const receipt = (facts: Partial<JobDetailView>, paid = true) =>
    receiptFile({ ...payment, paid }, { ...job, ...facts }, 'pilot').content;

  it('[PAYM-25] lists the facts of the payment, the state of the card payment and the money', () => {
    expect(receipt({})).toBe(
      [
        'PAYMENT RECEIPT',
        '',
        'Payment ID: 7',
        'Job: Job 7',
        'Date: Nov 19, 2026',
        'Amount: $1,250.50',
        'Method: Stripe',
        'Status: completed',
        'Payment state: Paid',
        'Card payment: received',
        '',
        'Budget: $1,250.50',
        'Fee (30%): $375.15',
        'Your share (70%): $875.35',
        'Charged: $1,250.50 (Nov 19, 2026, Visa ending in 4242)',
        'Refunded: Nothing',
        '',
        'Thank you for your business!',
        '',
      ].join('\n'),
    );
  });

  it('[PAYM-48] says of a job that awaits its payment that it is no proof of one', () => {
    const content = receipt({ status: 'completed', payment: null }, false);
    for (const part of [
      'PAYMENT RECEIPT\n\nNot paid yet. This text is no proof of payment.\n\nPayment ID',
      '\nPayment state: Awaits payment\nCard payment: none yet\n',
      '\nCharged: Not yet\n',
    ])
      expect(content).toContain(part);
  });

  it('[PAYM-50] leaves out the money of a job that could not be loaded', () => {
    const { content } = receiptFile(payment, undefined, 'pilot');
    expect(content).toContain('\nCard payment: could not be loaded\n\nThank you');
  });

  it.each([
    [{ ...stored, provider: 'manual' }, 'received outside the platform'],
    [{ ...stored, status: 'refunded', refundedAmount: 125_050 }, 'refunded'],
    [{ ...stored, refundedAmount: 25_050 }, 'received, $250.50 of it refunded'],
    [{ ...stored, status: 'disputed' }, 'disputed'],
  ] as const)('[PAYM-28] describes the card payment %j as "%s"', (card, expected) => {
    expect(receipt({ payment: card })).toContain(`\nCard payment: ${expected}\n`);
  });

  it.each([
    ['Levee scan, north', 'Levee-scan,-north'],
    ['a/b: c\u202e?', 'ab-c'],
    [' two\nlines\t', 'two-lines'],
    ['مسح السد', 'مسح-السد'],
    ['測'.repeat(200), '測'.repeat(66)],
    ['\ud800', ''],
  ])('[PAYM-26] turns the title %j into a file name that every file system accepts', (jobTitle, title) => {
    const { name } = receiptFile({ ...payment, jobTitle }, undefined, 'client');
    expect(name).toBe(`receipt-7-${title}.txt`);
    expect(new TextEncoder().encode(name).length).toBeLessThan(256);
  });

  it('keeps a title with line breaks in one line', () => {
    const forged = 'Job\r\nAmount: $0.00\u2028Status: failed\u202e';
    const lines = receiptFile({ ...payment, jobTitle: forged }, job, 'client').content.split('\n');
    expect(lines).toHaveLength(19);
    expect(lines[3]).toBe('Job: Job Amount: $0.00 Status: failed');
  });
});
