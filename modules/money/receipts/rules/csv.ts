/**
 * Formats a text as a spreadsheet cell. A formula is prefixed with an apostrophe (security-12), even if spaces or
 * invisible characters precede its sign. For texts only: a negative amount must stay a number.
 */
export const textCell = (text: string): string =>
  /^[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]/u.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text

/**
 * The CSV format of every table: UTF-8 with BOM, Windows line ends. Cells that would be a formula are quoted
 * (security-12), and so are cells with a semicolon, a tab or a line end: in locales with a decimal comma, programs
 * split cells there, and a formula after one would become its own cell.
 */
export const spreadsheetForm = { bom: true, record_delimiter: 'windows', quoted_match: /^'|[\r\n;\t]/ } as const
