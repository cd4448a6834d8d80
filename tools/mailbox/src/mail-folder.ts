import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Address, type Email } from 'postal-mime';

export interface ReceivedMail {
  /** Number of the mail: the first one is 1. */
  id: number;
  subject: string;
  from: string;
  to: string;
  /** The time of the header `Date`, in ISO 8601. */
  date: string;
  messageId: string;
  text: string;
  html: string;
  /** The other headers, by lower-case name. */
  headers: Readonly<Record<string, string>>;
}

const NAME = /^(\d{6})\.eml$/;

const addressOf = (address: Address | undefined): string => address?.address ?? '';

function toMail(id: number, email: Email): ReceivedMail {
  return {
    id,
    subject: email.subject ?? '',
    from: addressOf(email.from),
    to: (email.to ?? []).map(addressOf).join(', '),
    date: email.date ?? '',
    messageId: email.messageId ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    headers: Object.fromEntries(email.headers.map(({ key, value }) => [key, value])),
  };
}

/** The mails of a mailbox, one file each, in the format of RFC 5322. */
export class MailFolder {
  private last = 0;
  private readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(folder: string): Promise<MailFolder> {
    await mkdir(folder, { recursive: true });
    const mails = new MailFolder(folder);
    mails.last = Math.max(0, ...(await mails.ids()));
    return mails;
  }

  /** Stores a mail. After this call it survives a crash of the process. */
  async add(content: Buffer): Promise<void> {
    const name = String((this.last += 1)).padStart(6, '0');
    // A reader never gets half a file.
    await writeFile(join(this.folder, `${name}.part`), content);
    await rename(join(this.folder, `${name}.part`), join(this.folder, `${name}.eml`));
  }

  /** Returns the newest mails, newest first. */
  async newest(most: number): Promise<ReceivedMail[]> {
    const ids = (await this.ids()).toSorted((a, b) => b - a).slice(0, most);
    return Promise.all(ids.map((id) => this.read(id)));
  }

  /** Returns a mail, or null if there is none with this number. */
  async find(id: number): Promise<ReceivedMail | null> {
    return (await this.ids()).includes(id) ? this.read(id) : null;
  }

  private async ids(): Promise<number[]> {
    const names = await readdir(this.folder);
    return names.flatMap((name) => Number(NAME.exec(name)?.[1] ?? 0) || []);
  }

  private async read(id: number): Promise<ReceivedMail> {
    const name = `${String(id).padStart(6, '0')}.eml`;
    return toMail(id, await PostalMime.parse(await readFile(join(this.folder, name))));
  }
}
