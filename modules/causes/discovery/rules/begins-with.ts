/** Without accents, vowel marks and tatweel; alef and its forms are one letter. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .replace(/[أإآٱ]/g, 'ا')
    .toLowerCase()

/** Whether a label or one of its words begins with what was typed, whatever its accents and capitals. */
export function beginsWith(label: string, typed: string): boolean {
  const [whole, start] = [plain(label), plain(typed).trim()]
  if (start === '') return false
  // Arabic words are known by what follows their article, too.
  const words = whole.split(/[\s–-]+/)
  return whole.startsWith(start) || words.some((word) => word.startsWith(start) || word.startsWith(`ال${start}`))
}
