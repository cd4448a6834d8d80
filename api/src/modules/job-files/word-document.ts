import { text } from 'node:stream/consumers';
import type { Entry, ZipFile } from 'yauzl';
import type { RandomAccess } from '../../platform/files/received-file.ts';
import { openZip } from '../../platform/files/zip-file.ts';
import { entriesOfCompoundFile } from './compound-file.ts';

const MOST_ENTRIES = 5000;
/** Documents of Word have a few kilobytes of content types. */
const LARGEST_CONTENT_TYPES = 256 * 1024;
const CONTENT_TYPES = '[Content_Types].xml';
const DOCUMENT = 'word/document.xml';
const DOCUMENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
/** Parts of Java archives and of documents with macros. */
const FORBIDDEN = /^META-INF\/|\.class$|vbaProject/i;

/** Returns the entry of the content types, or null if the archive is not a plain document of Word. */
async function contentTypesOf(zip: ZipFile): Promise<Entry | null> {
  if (zip.entryCount > MOST_ENTRIES) return null;
  let contentTypes: Entry | null = null;
  let hasDocument = false;
  for await (const entry of zip.eachEntry()) {
    if (FORBIDDEN.test(entry.fileName)) return null;
    if (entry.fileName === CONTENT_TYPES) contentTypes = entry;
    hasDocument ||= entry.fileName === DOCUMENT;
  }
  return hasDocument ? contentTypes : null;
}

/**
 * Returns whether a file is a document of Word without macros. Reads the directory of the archive and one small entry. The
 * declared size limits how much is decompressed. Throws for a damaged archive.
 */
export async function isDocx(file: RandomAccess): Promise<boolean> {
  const zip = await openZip(file, { strictFileNames: true });
  const entry = await contentTypesOf(zip);
  if (!entry || entry.uncompressedSize > LARGEST_CONTENT_TYPES || entry.isEncrypted()) return false;
  const types = await text(await zip.openReadStreamPromise(entry));
  return types.includes(DOCUMENT_TYPE) && !types.includes('macroEnabled');
}

/** Names of the tables of an installer start with this character. */
const INSTALLER_TABLE = '\u4840';
const INSTALLER_CLASS = /^8[246]100c00/;

/** Returns whether a compound file is a document of Word's older format. Throws for a damaged file. */
export async function isDoc(file: RandomAccess): Promise<boolean> {
  const entries = await entriesOfCompoundFile(file);
  const isInstaller = entries.some(
    ({ name, classId }) => name.startsWith(INSTALLER_TABLE) || INSTALLER_CLASS.test(classId),
  );
  return !isInstaller && entries.some(({ name, isStream }) => isStream && name === 'WordDocument');
}
