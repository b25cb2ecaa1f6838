/**
 * A text as a cell of a spreadsheet: what a program would run as a formula begins with an apostrophe instead
 * (security-12). Spaces and signs that cannot be seen do not hide the sign behind them. For texts only: an amount stays
 * a
 * number, also a negative one.
 */
export const textCell = (text: string): string =>
  /^[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]/u.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text

/**
 * How every table for a spreadsheet is written: UTF-8 with its mark, lines end as they want them. A cell that would
 * have been a formula is quoted (security-12), and so is one with a semicolon, a tab or a line's end: where a comma
 * is part of a number, programs part cells there, and a formula behind one would begin a cell of its own.
 */
export const spreadsheetForm = { bom: true, record_delimiter: 'windows', quoted_match: /^'|[\r\n;\t]/ } as const
