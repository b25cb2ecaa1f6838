/**
 * Formats a text as a spreadsheet cell: a formula is prefixed with an apostrophe (security-12). Spaces and invisible
 * characters do not hide its sign. For texts only: an amount stays a number, also a negative one.
 */
export const textCell = (text: string): string =>
  /^[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]/u.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text

/**
 * The CSV format of every table: UTF-8 with BOM, Windows line ends. A cell that would be a formula is quoted
 * (security-12), and so is one with a semicolon, a tab or a line end: in locales with a decimal comma, programs split
 * cells there, and a formula after one would become its own cell.
 */
export const spreadsheetForm = { bom: true, record_delimiter: 'windows', quoted_match: /^'|[\r\n;\t]/ } as const
