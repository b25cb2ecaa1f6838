/** Arabic-Indic (٠-٩) and Persian (۰-۹) digits become 0-9; everything else stays. */
export const normaliseDigits = (text: string): string => text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
