/** One part of what was received, with its place in the drawing. */
export type FlowPart<Name extends string = string> = {
  readonly name: Name
  readonly amount: number
  /** From where on the received side, and to where on the other side, its band leads. */
  readonly from: number
  readonly to: number
  readonly height: number
}

/** A part's least height, so that a small one is visible, and the space between parts for their labels. */
const leastHeight = 3
const gap = 46

/**
 * Divides a bar of a height between parts by their amounts, in their order; parts of 0 or less are left out. Returns the
 * parts and the height of the whole drawing.
 */
export function layOutFlow<Name extends string>(
  parts: readonly { readonly name: Name; readonly amount: number }[],
  height: number,
): { readonly parts: readonly FlowPart<Name>[]; readonly height: number } {
  const shown = parts.filter(({ amount }) => amount > 0)
  const sum = shown.reduce((total, { amount }) => total + amount, 0)
  let from = 0
  let to = 0
  const placed = shown.map(({ name, amount }) => {
    const part = { name, amount, from, to, height: Math.max(leastHeight, Math.round((amount / sum) * height)) }
    from += part.height
    to += part.height + gap
    return part
  })
  return { parts: placed, height: Math.max(from, to) }
}
