/** Arabic-Indic (٠-٩) and Persian (۰-۹) digits become 0-9; everything else stays. */
export const normaliseDigits = (text: string): string => text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))

/** What an amount field holds after typing: whole numbers only, leading zeros stripped, empty is "0" (S1 §5). */
export const wholeNumberText = (typed: string): string =>
  normaliseDigits(typed)
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '') || '0'
