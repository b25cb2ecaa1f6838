/** Marks that set the direction of a text: copied with numbers from chats, contacts and PDF files, never typed. */
const directionMarks = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g

/**
 * Replaces Arabic-Indic (٠-٩), Persian (۰-۹), Devanagari (०-९), Bengali (০-৯) and full-width (０-９) digits with 0-9,
 * and removes direction marks (amounts-17). Every typed number, date, phone number and code is read and stored in this form.
 */
export const normalizeDigits = (text: string): string =>
  text
    .replace(directionMarks, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\u0966-\u096f\u09e6-\u09ef]/g, (digit) => String((digit.charCodeAt(0) & 0xf) - 6))

/** Returns a typed phone number as it is checked and stored: digits 0-9 without invisible characters (amounts-17). */
export const normalizePhone = (text: string): string =>
  normalizeDigits(text.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .trim()

/**
 * Returns a typed code (an IBAN, a sort code, a number of a register, a code of an app) in the form in which it is
 * compared and stored: digits 0-9, capital letters of normal width, without spaces, dashes and invisible characters
 * (amounts-17).
 */
export const normalizeCode = (text: string): string =>
  normalizeDigits(text.normalize('NFKC'))
    .replace(/[\p{White_Space}\p{Pd}\p{Cf}\u2212]+/gu, '')
    .toUpperCase()
    // A capital can be two characters where the small letter is one, so they are composed again.
    .normalize('NFKC')

/** Returns the `tel:` link of a typed phone number. */
export const telephoneLink = (phone: string): string => `tel:${normalizePhone(phone).replace(/[^+\d]/g, '')}`
