/** A card brand and the format of its numbers. */
export interface CardBrand {
  name: string;
  prefix: RegExp;
  /** Possible numbers of digits, in ascending order. */
  lengths: readonly number[];
  cvcLength: number;
  /** Sizes of the groups for display. */
  groups: readonly number[];
}

const FOURS = { lengths: [16], cvcLength: 3, groups: [4, 4, 4, 4] };

const UNKNOWN: CardBrand = { name: 'unknown', prefix: /^/, ...FOURS };

const BRANDS: readonly CardBrand[] = [
  { name: 'visa', prefix: /^4/, ...FOURS },
  { name: 'mastercard', prefix: /^(5[1-5]|2[2-7])/, ...FOURS },
  { name: 'amex', prefix: /^3[47]/, lengths: [15], cvcLength: 4, groups: [4, 6, 5] },
  { name: 'discover', prefix: /^6(011|5|4[4-9])/, ...FOURS },
  { name: 'diners', prefix: /^3(0[0-5]|[689])/, ...FOURS, lengths: [14, 16] },
  { name: 'jcb', prefix: /^35/, ...FOURS },
  { name: 'unionpay', prefix: /^62/, lengths: [16, 19], cvcLength: 3, groups: [4, 4, 4, 4, 3] },
];

/** Returns the brand of a number, or of its first digits. */
export function brandOf(digits: string): CardBrand {
  return BRANDS.find(({ prefix }) => prefix.test(digits)) ?? UNKNOWN;
}

/** True for a number with as many digits as its brand has. */
export function hasFullLength(digits: string): boolean {
  return brandOf(digits).lengths.includes(digits.length);
}

/** True if the check digit is right (Luhn, ISO/IEC 7812-1). */
export function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number).reduceRight((total, digit, index) => {
    const value = (digits.length - index) % 2 === 1 ? digit : digit * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits !== '' && sum % 10 === 0;
}
