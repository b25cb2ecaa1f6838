/**
 * Replaces Arabic-Indic (٠-٩), Persian (۰-۹), Devanagari (०-९), Bengali (০-৯) and full-width (０-９) digits with 0-9.
 */
export const normalizeDigits = (text: string): string =>
  text
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\u0966-\u096f\u09e6-\u09ef]/g, (digit) => String((digit.charCodeAt(0) & 0xf) - 6))
