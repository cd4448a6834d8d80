import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { startMailbox, type Mailbox } from '../src/index.ts';

let folder: string;
let mailbox: Mailbox;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mailbox-'));
  mailbox = await startMailbox({ folder });
});
afterEach(async () => {
  await mailbox.close();
  rmSync(folder, { recursive: true });
});

const MAIL = {
  from: 'surveys@example.com',
  to: 'ada@example.com',
  subject: 'A <b>mail</b>',
  text: 'Open http://localhost:4200/jobs?id=1&x=2 now.',
  html: '<p onclick="alert(1)">Hello</p><script>alert(1)</script>',
};

async function deliver(mail: object = MAIL): Promise<void> {
  const transport = createTransport(mailbox.smtpUrl);
  try {
    await transport.sendMail(mail);
  } finally {
    transport.close();
  }
}

async function pageAt(path: string) {
  const response = await fetch(mailbox.url + path);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('the mailbox', () => {
  it('[MAIL-11] keeps what it receives, newest first, also over a restart', async () => {
    await deliver();
    await deliver({ ...MAIL, subject: 'A later mail' });
    await mailbox.close();
    mailbox = await startMailbox({ folder });
    await deliver({ ...MAIL, subject: 'The last mail' });
    const mails = await mailbox.mails();
    expect(mails.map(({ id, subject }) => [id, subject])).toEqual([
      [3, 'The last mail'],
      [2, 'A later mail'],
      [1, 'A <b>mail</b>'],
    ]);
    expect(mails[0]).toMatchObject({ from: 'surveys@example.com', to: 'ada@example.com' });
  });

  it('lists the mails, and says if there is none, without a reload', async () => {
    expect((await pageAt('/mailbox')).text).toContain('No mail has arrived yet.');
    await deliver();
    const { text, headers } = await pageAt('/mailbox');
    expect(text).toContain('<a href="/mailbox/1">A &lt;b&gt;mail&lt;/b&gt;</a>');
    expect(text).not.toContain('<b>mail');
    expect(text).toContain('color-scheme: light dark; color: CanvasText; background: Canvas;');
    expect(text).not.toContain('http-equiv');
    expect(headers.get('refresh')).toBeNull();
  });

  it('shows a mail with links in its text, and its HTML in a frame without scripts', async () => {
    await deliver();
    const { text, headers } = await pageAt('/mailbox/1');
    const address = 'http://localhost:4200/jobs?id=1&amp;x=2';
    expect(text).toContain(`<a href="${address}" rel="noreferrer">${address}</a> now.`);
    expect(text).toContain('srcdoc="&lt;base target=&quot;_blank&quot;&gt;&lt;p onclick=');
    expect(text).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    expect(text).not.toContain('<script>');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const path of ['/mailbox/2', '/mailbox/x', '/mailbox/..%2f1'])
      expect((await pageAt(path)).status).toBe(404);
  });

  it('refuses recipients for tests', async () => {
    mailbox.refuse((to) => (to === 'ada@example.com' ? { code: 550, text: 'No such mailbox' } : null));
    await expect(deliver()).rejects.toMatchObject({ responseCode: 550 });
    mailbox.refuse(null);
    await deliver();
    expect(await mailbox.mails()).toHaveLength(1);
  });
});
