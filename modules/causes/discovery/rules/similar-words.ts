/** Returns an entry of the cost table; infinite outside it. */
const costAt = (costs: readonly number[], index: number): number => costs[index] ?? Infinity

/** Returns the edit distance with transpositions (Damerau–Levenshtein). Stops at `max` + 1. */
export function editDistance(a: string, b: string, max: number): number {
  const [from, to] = [[...a], [...b]]
  if (Math.abs(from.length - to.length) > max) return max + 1
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      let cost = Math.min(costAt(next, j - 1) + 1, costAt(row, j) + 1, costAt(row, j - 1) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        cost = Math.min(cost, costAt(before, j - 2) + 1)
      next.push(cost)
    }
    if (Math.min(...next) > max) return max + 1
    before = row
    row = next
  }
  return costAt(row, to.length)
}

/** Returns the allowed edits for a word's length; a short word would have too many neighbours. */
const strokesIn = (length: number): number => [3, 5, 8].filter((longest) => length > longest).length
const nearMax = 4

/** Returns the candidates nearest to a word, and those it is a prefix of. If there are none, the word is kept. */
export function findSimilarWords(word: string, candidates: readonly string[]): string[] {
  const max = strokesIn([...word].length)
  const measured = candidates
    .map((candidate) => ({ candidate, strokes: editDistance(word, candidate, max) }))
    .filter(({ strokes }) => strokes <= max)
  const least = Math.min(...measured.map(({ strokes }) => strokes))
  const near = measured.filter(({ strokes }) => strokes === least).map(({ candidate }) => candidate)
  const begun = [...word].length >= 3 ? candidates.filter((candidate) => candidate.startsWith(word)) : []
  return [...new Set([...near, ...begun])].slice(0, nearMax)
}
