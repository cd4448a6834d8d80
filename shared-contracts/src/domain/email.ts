import { isStorable } from './text.ts';

/** The longest address that mail servers carry. RFC 5321 allows 254 characters, but some servers count one more. */
export const EMAIL_MAX = 253;
/** A longer text is no address with blanks around it. Also bounds the time of the expressions. */
export const TYPED_EMAIL_MAX = 1000;

const AROUND = /^[\s\p{Cc}\p{Cf}]+|[\s\p{Cc}\p{Cf}]+$/gu;
const ASCII = /^[!-~]*$/;
/** Characters that begin or end another part of a URL. */
const NO_DOMAIN = /[\s/\\?#:@%[\]]/;
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+";
const ADDRESS = new RegExp(`^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})*$`);

/** Returns an international domain in its ASCII form (IDNA), and other texts unchanged. */
function toAsciiDomain(domain: string): string {
  if (ASCII.test(domain) || NO_DOMAIN.test(domain)) return domain;
  return URL.parse(`http://${domain}`)?.hostname ?? domain;
}

/** Returns an email address without blanks and invisible characters around it, with its domain in ASCII. Keeps the case. */
export function normalizeEmail(typed: string): string {
  if (typed.length > TYPED_EMAIL_MAX || !isStorable(typed)) return typed;
  const address = typed.replaceAll(AROUND, '');
  const domain = address.lastIndexOf('@') + 1;
  return domain === 0 ? address : address.slice(0, domain) + toAsciiDomain(address.slice(domain));
}

/** True for a normalized address that mail servers carry: an ASCII domain, a local part of at most 64 characters. */
export const isEmail = (address: string): boolean => address.length <= EMAIL_MAX && ADDRESS.test(address);
