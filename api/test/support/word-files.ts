import { crc32, deflateRawSync } from 'node:zlib';

/** The parts of a minimal document of Word. */
export const WORD_PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  'word/document.xml': '<w:document/>',
};

/** Returns a ZIP file with these entries. */
export function zipFile(entries: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(entries)) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(Buffer.byteLength(content), 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, name, packed]);
    const position = Buffer.alloc(14);
    position.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), facts, position, name]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(central.length, 4);
  end.writeUInt16LE(central.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end]);
}

const SECTOR = 512;
const END_OF_CHAIN = 0xff_ff_ff_fe;

/** Returns an OLE file with these streams; the first name is the root, which has the class. */
export function compoundFile(names: readonly string[], classId = '0'.repeat(32)): Buffer {
  const sectors = Math.ceil(names.length / 4);
  const header = Buffer.alloc(SECTOR);
  header.write('d0cf11e0a1b11ae1', 'hex');
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(END_OF_CHAIN, 68);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(SECTOR, 0xff);
  for (let id = 1; id <= sectors; id += 1)
    table.writeUInt32LE(id === sectors ? END_OF_CHAIN : id + 1, id * 4);
  const directory = Buffer.alloc(sectors * SECTOR);
  for (const [index, name] of names.entries()) {
    const at = index * 128;
    const bytes = directory.write(name, at, 'utf16le');
    directory.writeUInt16LE(bytes + 2, at + 64);
    directory.writeUInt8(index === 0 ? 5 : 2, at + 66);
    if (index === 0) directory.write(classId, at + 80, 'hex');
  }
  return Buffer.concat([header, table, directory]);
}
