/** The reflected polynomial of Jones, as in Redis. */
const POLYNOMIAL = 0x95ac9329ac4bc9b5n;
const MULTIPLIER = 0x123456789abcdef0n;
const BYTES = 8;

const TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = BigInt(index);
  for (let bit = 0; bit < 8; bit += 1) value = (value >> 1n) ^ (value & 1n ? POLYNOMIAL : 0n);
  return value;
});

/** The bytes of a number, the lowest first. */
const bytesOf = (value: bigint) =>
  Array.from({ length: BYTES }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn));

/** Returns the key of a block: a CRC-64 that begins with the sum of both numbers. */
function keyOf(type: number, first: number): number[] {
  const crc = bytesOf(MULTIPLIER * BigInt(first)).reduce(
    (value, byte) => (TABLE[Number((value ^ BigInt(byte)) & 0xffn)] ?? 0n) ^ (value >> 8n),
    BigInt((type + first) & 0xff),
  );
  return bytesOf(crc);
}

const keys = new Map<number, readonly number[]>();

/**
 * Returns a block of a DJI record without its scrambling, which does not need a secret: its first byte and its type determine the key.
 * The format is described by github.com/lvauvillier/dji-log-parser.
 */
export function unscrambled(block: Uint8Array, type: number): Uint8Array<ArrayBuffer> {
  const [first = 0] = block;
  const id = type * 256 + first;
  const key = keys.get(id) ?? keyOf(type, first);
  keys.set(id, key);
  return Uint8Array.from(block.subarray(1), (byte, index) => byte ^ (key[index % BYTES] ?? 0));
}
