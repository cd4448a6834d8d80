/** A card brand, with what its numbers look like. */
export interface CardBrand {
  name: 'visa' | 'mastercard' | 'amex' | 'discover' | 'unknown';
  prefix: RegExp;
  length: number;
  cvcLength: number;
  /** Sizes of the groups in which the number is written. */
  groups: readonly number[];
}

const FOURS = [4, 4, 4, 4];

const UNKNOWN: CardBrand = { name: 'unknown', prefix: /^/, length: 16, cvcLength: 3, groups: FOURS };

const BRANDS: readonly CardBrand[] = [
  { name: 'visa', prefix: /^4/, length: 16, cvcLength: 3, groups: FOURS },
  { name: 'mastercard', prefix: /^(5[1-5]|2[2-7])/, length: 16, cvcLength: 3, groups: FOURS },
  { name: 'amex', prefix: /^3[47]/, length: 15, cvcLength: 4, groups: [4, 6, 5] },
  { name: 'discover', prefix: /^6(011|5|4[4-9])/, length: 16, cvcLength: 3, groups: FOURS },
];

/** The brand of a number of which at least the first digits are known. */
export function brandOf(digits: string): CardBrand {
  return BRANDS.find(({ prefix }) => prefix.test(digits)) ?? UNKNOWN;
}

/** Whether the check digit is right (Luhn, ISO/IEC 7812-1). */
export function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number).reduceRight((total, digit, index) => {
    const value = (digits.length - index) % 2 === 1 ? digit : digit * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits !== '' && sum % 10 === 0;
}
