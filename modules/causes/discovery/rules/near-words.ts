/** A cost; what is outside the table costs too much to be chosen. */
const at = (costs: readonly number[], index: number): number => costs[index] ?? Infinity

/** Strokes of a pen between two words: a letter more, less or another, or two changed about. Stops at `max` + 1. */
export function distance(a: string, b: string, max: number): number {
  const [from, to] = [[...a], [...b]]
  if (Math.abs(from.length - to.length) > max) return max + 1
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      let cost = Math.min(at(next, j - 1) + 1, at(row, j) + 1, at(row, j - 1) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        cost = Math.min(cost, at(before, j - 2) + 1)
      next.push(cost)
    }
    if (Math.min(...next) > max) return max + 1
    before = row
    row = next
  }
  return at(row, to.length)
}

/** How many strokes may be wrong in a word of this length: a short one has too many neighbours. */
const strokesIn = (length: number): number => [3, 5, 8].filter((longest) => length > longest).length
const nearMax = 4

/**
 * What a word was meant to be: those of the candidates that are fewest strokes away, and those it is the beginning of.
 * None: it is what it is.
 */
export function nearWords(word: string, candidates: readonly string[]): string[] {
  const max = strokesIn([...word].length)
  const measured = candidates
    .map((candidate) => ({ candidate, strokes: distance(word, candidate, max) }))
    .filter(({ strokes }) => strokes <= max)
  const least = Math.min(...measured.map(({ strokes }) => strokes))
  const near = measured.filter(({ strokes }) => strokes === least).map(({ candidate }) => candidate)
  const begun = [...word].length >= 3 ? candidates.filter((candidate) => candidate.startsWith(word)) : []
  return [...new Set([...near, ...begun])].slice(0, nearMax)
}
