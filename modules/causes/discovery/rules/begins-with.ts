/** Normalizes a text: without accents, vowel marks and tatweel; alef and its forms are one letter. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .replace(/[أإآٱ]/g, 'ا')
    .toLowerCase()

/** Whether a label or one of its words begins with the typed text, ignoring accents and case. */
export function beginsWith(label: string, typed: string): boolean {
  const [whole, start] = [plain(label), plain(typed).trim()]
  if (start === '') return false
  // Arabic words also match without their article.
  const words = whole.split(/[\s–-]+/)
  return whole.startsWith(start) || words.some((word) => word.startsWith(start) || word.startsWith(`ال${start}`))
}
