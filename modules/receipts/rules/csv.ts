/**
 * A text as a cell of a spreadsheet: what a program would run as a formula begins with an apostrophe instead (trust.md V101, NT5). Spaces and
 * signs that cannot be seen do not hide the sign behind them. For texts only: an amount stays a number, also a negative one.
 */
export const textCell = (text: string): string => (/^[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]/u.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text)
