/** Usual Latin spellings of Arabic letters; short vowels aren't written. */
const arabic: Readonly<Record<string, string>> = {
  ا: 'a',
  أ: 'a',
  إ: 'i',
  آ: 'a',
  ب: 'b',
  ت: 't',
  ث: 'th',
  ج: 'j',
  ح: 'h',
  خ: 'kh',
  د: 'd',
  ذ: 'dh',
  ر: 'r',
  ز: 'z',
  س: 's',
  ش: 'sh',
  ص: 's',
  ض: 'd',
  ط: 't',
  ظ: 'z',
  ع: 'a',
  غ: 'gh',
  ف: 'f',
  ق: 'q',
  ك: 'k',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
  و: 'w',
  ؤ: 'w',
  ي: 'y',
  ى: 'a',
  ئ: 'y',
  ة: 'a',
  ء: '',
  پ: 'p',
  چ: 'ch',
  گ: 'g',
  ڤ: 'v',
  ک: 'k',
  ی: 'y',
}
/** Names with many spellings, by one of them; normalized, without vowels at the end of words. */
const spellings: Readonly<Record<string, string>> = {
  mohamed: 'muhammad',
  mohammed: 'muhammad',
  mohammad: 'muhammad',
  muhammed: 'muhammad',
  mhmd: 'muhammad',
  ahmed: 'ahmad',
  ahmd: 'ahmad',
  hussain: 'husayn',
  hussein: 'husayn',
  hossein: 'husayn',
  husain: 'husayn',
  hsyn: 'husayn',
  yousef: 'yusuf',
  youssef: 'yusuf',
  yousuf: 'yusuf',
  yosef: 'yusuf',
  ywsf: 'yusuf',
  omar: 'umar',
  omer: 'umar',
  amr: 'umar',
  osman: 'uthman',
  othman: 'uthman',
  athman: 'uthman',
  khaled: 'khalid',
  khald: 'khalid',
  fatma: 'fatima',
  fatimah: 'fatima',
  aly: 'ali',
  ibraheem: 'ibrahim',
  abrahym: 'ibrahim',
  hasan: 'hassan',
  hsn: 'hassan',
  sayed: 'sayyid',
  syed: 'sayyid',
  said: 'saeed',
}
/** Words that don't identify anyone. */
const particles = new Set(['al', 'el', 'bin', 'ibn', 'bint', 'the', 'of', 'and', 'for'])

/**
 * Normalizes a name for comparison (content-26): lower case without marks, Arabic letters in Latin script, one spelling
 * of frequent names, words sorted. Empty for a name without letters.
 */
export function foldName(name: string): string {
  const latin = Array.from(name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, ''))
    .map((letter) => arabic[letter] ?? letter)
    .join('')
  return (
    latin
      .replaceAll('ı', 'i')
      // One letter in Arabic with two Latin spellings.
      .replaceAll('q', 'k')
      .replace(/['’`ʿʾ]/g, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .split(' ')
      .map((word) => word.replace(/^al(?=[a-z]{4})/, ''))
      .filter((word) => word !== '' && !particles.has(word))
      .map((word) => spellings[word] ?? word)
      .toSorted()
      .join(' ')
  )
}

/** Returns the Jaro–Winkler similarity of two texts, from 0 to 1. */
export function jaroWinkler(one: string, other: string): number {
  if (one === other) return one === '' ? 0 : 1
  const [a, b] = [Array.from(one), Array.from(other)]
  if (a.length === 0 || b.length === 0) return 0
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const isTaken = b.map(() => false)
  const matched = a.filter((letter, index) => {
    for (let position = Math.max(0, index - reach); position < Math.min(b.length, index + reach + 1); position += 1)
      if (!isTaken[position] && b[position] === letter) return (isTaken[position] = true)
    return false
  })
  if (matched.length === 0) return 0
  const others = b.filter((_, index) => isTaken[index])
  const transposed = matched.filter((letter, index) => letter !== others[index]).length / 2
  const count = matched.length
  const jaro = (count / a.length + count / b.length + (count - transposed) / count) / 3
  const limit = Math.min(4, a.length, b.length)
  let prefix = 0
  while (prefix < limit && a[prefix] === b[prefix]) prefix += 1
  return jaro + prefix * 0.1 * (1 - jaro)
}

/** Minimum score of a match. */
export const matchScore = 85
/** A larger difference in years of birth makes another person more likely. */
const birthYearsApart = 2
const apartPenalty = 20

export type ScreenedName = { readonly name: string; readonly birthYear: number | null }
export type ListedName = { readonly names: readonly string[]; readonly birthYear: number | null }

/** Returns the similarity of a name to the most similar name of an entry, from 0 to 100, and that name (content-26). */
export function screeningScore(screenedName: ScreenedName, entry: ListedName): number {
  const folded = foldName(screenedName.name)
  if (folded === '') return 0
  const likeness = Math.max(0, ...entry.names.map((name) => jaroWinkler(folded, foldName(name))))
  const isApart =
    screenedName.birthYear !== null &&
    entry.birthYear !== null &&
    Math.abs(screenedName.birthYear - entry.birthYear) > birthYearsApart
  return Math.max(0, Math.round(likeness * 100) - (isApart ? apartPenalty : 0))
}

/** Days after which a list is too old to rely on. */
export const listMaxDays = 30

export type MatchKind = 'other' | 'same'

/**
 * Returns the result of a staff member's decision on a match (content-26): two must agree, a reviewer and an admin, or
 * one admin if one approval is enough. `wait`: the first decision is stored; `conflict`: the two disagree.
 */
export function judgeMatch(input: {
  readonly first: { readonly finding: MatchKind; readonly byId: string; readonly isAdmin: boolean } | null
  readonly finding: MatchKind
  readonly byId: string
  readonly isAdmin: boolean
  readonly approvals: 1 | 2
}): 'decided' | 'wait' | 'conflict' {
  if (input.approvals === 1) return input.isAdmin ? 'decided' : 'wait'
  if (!input.first || input.first.byId === input.byId) return 'wait'
  if (input.first.finding !== input.finding) return 'conflict'
  return input.isAdmin || input.first.isAdmin ? 'decided' : 'wait'
}
