import { mailboxOf } from './email.policy.ts';

describe('the mailbox of an address', () => {
  it.each([
    ['olga@example.com', 'olga@example.com'],
    ['Olga+jobs@Example.com', 'olga@example.com'],
    ['o.l.g.a@example.com', 'o.l.g.a@example.com'],
    ['o.l.g.a+x+y@gmail.com', 'olga@gmail.com'],
    ['O.lga@googlemail.com', 'olga@gmail.com'],
    ['+tag@example.com', '+tag@example.com'],
    ['"a@b"+x@example.com', '"a@b"@example.com'],
  ])('[MAIL-27] of %s is %s', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox);
  });
});
