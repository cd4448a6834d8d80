import { randomUUID } from 'node:crypto';
import { paths } from '@dps/contract';
import { jobContent, PASSWORD } from '../accounts.ts';
import { resultOf, type Attack } from './attack.ts';
import { Client, countStatuses } from './client.ts';

/** A JAR whose only file is META-INF/MANIFEST.MF. */
const JAR =
  'UEsDBBQAAAAAAAAAIQArwr81KAAAACgAAAAUAAAATUVUQS1JTkYvTUFOSUZFU1QuTUZNYW5pZmVzdC1WZXJzaW9uOiAxLjANCk1haW4tQ2xhc3M6' +
  'IEENCg0KUEsBAhQDFAAAAAAAAAAhACvCvzUoAAAAKAAAABQAAAAAAAAAAAAAAIABAAAAAE1FVEEtSU5GL01BTklGRVNULk1GUEsFBgAAAAABAAEA' +
  'QgAAAFoAAAAAAA==';
/** The first bytes of a Word file before 2007, and of an installer. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex').toString('base64');

const FULL_WIDTH = 0xfe_e0;

/** Programs that are named as documents. */
export const disguisedPrograms: Attack = async ({ url, attacker, job }) => {
  const client = new Client(url, attacker);
  const upload = (fileName: string, fileData: string) =>
    client.post(paths.attachments(job), {
      fileName,
      fileType: 'document',
      fileSize: Buffer.byteLength(fileData, 'base64'),
      fileData,
      uploadedBy: attacker.id,
    });
  const installer = await upload('setup.msi.', COMPOUND);
  const archive = await upload('report.docx', JAR);
  return resultOf(
    'an installer named setup.msi., a JAR named .docx',
    `${installer.status}, ${archive.status}`,
    installer.status === 400 && archive.status === 400,
  );
};

/** Texts that look empty or reversed, and the name of another user in other characters. */
export const deceptiveTexts: Attack = async ({ url, attacker, other }) => {
  const signUp = (username: string, name: string) =>
    new Client(url).post(paths.signup(), {
      username,
      name,
      password: PASSWORD,
      email: `${randomUUID()}@example.com`,
      role: 'client',
    });
  const lookAlike = other.username.replace(/^./, (first) =>
    String.fromCodePoint((first.codePointAt(0) ?? 0) + FULL_WIDTH),
  );
  const client = new Client(url, attacker);
  const post = (title: string) => client.post(paths.jobs(), { ...jobContent, title });
  const texts = [
    await signUp('\u200B\u2060', 'Invisible'),
    await signUp(`pilot\u202E${randomUUID()}`, 'Reversed'),
    await signUp(`pilot-${randomUUID()}`, '\u2800'),
    await post('\u200B'),
    await post('Survey \u202Egpj.exe'),
  ];
  const taken = await signUp(lookAlike, 'Look-alike');
  return resultOf(
    'invisible and reversed texts, a look-alike username',
    `texts: ${countStatuses(texts).figures}; username → ${taken.status}`,
    texts.every(({ status }) => status === 400) && taken.status === 409,
  );
};
