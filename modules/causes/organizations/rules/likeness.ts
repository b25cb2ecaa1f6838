import unhomoglyph from 'unhomoglyph'
import { foldName, jaroWinkler } from './screening.ts'

/** Arabic letters that readers confuse, by one of their forms. */
const arabicForms: Readonly<Record<string, string>> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ؤ: 'و',
  ئ: 'ي',
  ی: 'ي',
  ې: 'ي',
  ى: 'ي',
  ک: 'ك',
  ڪ: 'ك',
  ة: 'ه',
  ۃ: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ە: 'ه',
  ء: '',
}

/** Names of fewer letters differ too easily by one letter to be confused. */
const similarFrom = 8
const similarity = 0.96

/** Removes what no reader sees: joiners, direction marks, fillers, tatweel; ligatures become their letters. */
const visible = (name: string): string =>
  name.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\u2800\u0640]/gu, '')

/**
 * Returns what a reader sees of a name (Unicode UTS #39, skeleton): one letter for letters that look alike in any
 * script, without case, marks, spaces and punctuation.
 */
export function skeletonOf(name: string): string {
  // Letters with a hamza lose it with their marks; the table maps the others.
  const letters = Array.from(visible(name).normalize('NFKD').replace(/\p{M}/gu, ''))
    .map((letter) => arabicForms[letter] ?? letter)
    .join('')
  const look = (text: string) => unhomoglyph(text).normalize('NFKD').replace(/\p{M}/gu, '')
  return look(look(letters).toLowerCase())
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

const areSimilar = (one: string, other: string): boolean =>
  one !== '' &&
  (one === other || (Math.min(one.length, other.length) >= similarFrom && jaroWinkler(one, other) >= similarity))

/**
 * Whether a reader may take one name for the other: they look alike, or they are the same words in another order,
 * spelling or script (content-26, content-39).
 */
export const isLike = (one: string, other: string): boolean =>
  areSimilar(skeletonOf(one), skeletonOf(other)) || areSimilar(foldName(visible(one)), foldName(visible(other)))

/** Returns the first of the names that a new name looks like; undefined if none. */
export const findLikeName = (name: string, names: readonly string[]): string | undefined =>
  names.find((other) => isLike(name, other))
