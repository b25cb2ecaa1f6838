/** The smallest visible share in tenths of a percent, so that a small donation can be seen. */
const sliver = 10n
const whole = 1000n

/**
 * Divides a ring between online and offsite payments, in tenths of a percent. It closes only if everything due was
 * given; without an amount due, it shows their proportion.
 */
export function ringShares({
  due,
  online,
  offsite,
}: {
  readonly due: bigint
  readonly online: bigint
  readonly offsite: bigint
}): { readonly online: number; readonly offsite: number } {
  const given = online + offsite
  if (given <= 0n) return { online: 0, offsite: 0 }
  const total = due > given ? due : given
  const atLeast = (share: bigint, amount: bigint): bigint => (amount > 0n && share < sliver ? sliver : share)
  const filled = limit(atLeast((given * whole) / total, given), due > given ? whole - sliver : whole)
  if (online === 0n || offsite === 0n)
    return { online: online === 0n ? 0 : Number(filled), offsite: offsite === 0n ? 0 : Number(filled) }
  const first = limit(
    atLeast((online * filled) / given, online),
    filled - (filled > 2n * sliver ? sliver : filled / 2n),
  )
  return { online: Number(first), offsite: Number(filled - first) }
}

const limit = (value: bigint, max: bigint): bigint => (value > max ? max : value)
