export type DiffPart = { readonly kind: 'same' | 'removed' | 'new'; readonly text: string }

/** Above this number of comparisons, texts are compared by paragraph to bound the CPU time. */
const comparisonsMax = 4_000_000

const words = (text: string): string[] => text.match(/\s+|[^\s]+/gu) ?? []
const paragraphs = (text: string): string[] => text.match(/[^\n]*\n+|[^\n]+/gu) ?? []

/**
 * Compares two texts word by word (longest common subsequence). Unchanged and removed pieces make up the earlier text,
 * unchanged and added ones the later text.
 */
export function wordDiff(before: string, after: string): DiffPart[] {
  for (const cut of [words, paragraphs]) {
    const [from, to] = [cut(before), cut(after)]
    const start = commonStart(from, to)
    const end = commonEnd(from.slice(start), to.slice(start))
    const middle = { from: from.slice(start, from.length - end), to: to.slice(start, to.length - end) }
    if (middle.from.length * middle.to.length > comparisonsMax) continue
    return joined([
      ...from.slice(0, start).map((text) => ({ kind: 'same' as const, text })),
      ...middleOf(middle.from, middle.to),
      ...from.slice(from.length - end).map((text) => ({ kind: 'same' as const, text })),
    ])
  }
  return joined([
    { kind: 'removed', text: before },
    { kind: 'new', text: after },
  ])
}

const commonStart = (a: readonly string[], b: readonly string[]): number => {
  let position = 0
  while (position < a.length && position < b.length && a[position] === b[position]) position += 1
  return position
}
const commonEnd = (a: readonly string[], b: readonly string[]): number => {
  let position = 0
  while (position < a.length && position < b.length && a[a.length - 1 - position] === b[b.length - 1 - position])
    position += 1
  return position
}

/**
 * Compares the parts between the common start and end. `lengthAt(i, j)` is the number of words in common from there on.
 */
function middleOf(from: readonly string[], to: readonly string[]): DiffPart[] {
  const width = to.length + 1
  const lengths = new Uint32Array((from.length + 1) * width)
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = from.length - 1; i >= 0; i--)
    for (let j = to.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        from[i] === to[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
  const pieces: DiffPart[] = []
  let [i, j] = [0, 0]
  while (true) {
    const [removed, added] = [from[i], to[j]]
    if (removed === undefined && added === undefined) return pieces
    if (removed !== undefined && removed === added) {
      pieces.push({ kind: 'same', text: removed })
      i += 1
      j += 1
    } else if (removed !== undefined && (added === undefined || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      pieces.push({ kind: 'removed', text: removed })
      i += 1
    } else {
      pieces.push({ kind: 'new', text: added ?? '' })
      j += 1
    }
  }
}

/** Joins adjacent pieces of one kind and drops empty ones. */
function joined(pieces: readonly DiffPart[]): DiffPart[] {
  const out: DiffPart[] = []
  for (const piece of pieces) {
    const last = out.at(-1)
    if (piece.text === '') continue
    if (last?.kind === piece.kind) out[out.length - 1] = { kind: last.kind, text: last.text + piece.text }
    else out.push(piece)
  }
  return out
}
