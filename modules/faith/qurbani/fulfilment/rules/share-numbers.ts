import { normalizeDigits } from '#shared/input/digits.ts'
import type { Fault } from '#shared/problem.ts'

/**
 * Returns the number of a share in the charity's list (qurbani-10), counted across all animals: the second animal of
 * seven shares has 8 to 14. Spreadsheets keep plain numbers but convert `12-3` to a date.
 */
export const shareNumber = (
  { animal, position }: { readonly animal: number; readonly position: number },
  perAnimal: number,
): number => (animal - 1) * perAnimal + position

/** Maximum number of ranges, more than a form has room for. */
const partsMax = 500

/** Parses animal numbers such as `1-40, 45`. Returns those in `known`, sorted and unique. */
export function readAnimalNumbers(
  typed: string,
  known: ReadonlySet<number>,
): { readonly animals: readonly number[] } | { readonly fault: Fault } {
  const parts = normalizeDigits(typed)
    .replace(/\s*[-–]\s*/g, '-')
    .split(/[,;،؛\s]+/)
    .filter((part) => part !== '')
  if (parts.length === 0) return { fault: { code: 'qurbani-animals-missing' } }
  const ranges = parts.slice(0, partsMax + 1).map((part) => /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part))
  if (parts.length > partsMax || ranges.includes(null)) return { fault: { code: 'qurbani-animals-unreadable' } }
  const found = new Set<number>()
  for (const range of ranges) {
    const from = Number(range?.[1])
    const to = Number(range?.[2] ?? range?.[1])
    const inRange = [...known].filter((animal) => animal >= from && animal <= to)
    if (inRange.length === 0)
      return { fault: { code: 'qurbani-animals-unknown', params: { animals: range?.[0] ?? '' } } }
    for (const animal of inRange) found.add(animal)
  }
  return { animals: [...found].toSorted((a, b) => a - b) }
}
