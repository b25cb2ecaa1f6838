import { getOrInsert } from '#shared/collections.ts'
/** Consecutive failures after which the provider is considered unavailable. */
const missesMax = 5
/** Time for which the circuit stays open. */
const openMs = 30_000

type Misses = { inARow: number; openUntil: number }
const known = new WeakMap<object, Misses>()
const missesOf = (ports: object): Misses =>
  getOrInsert(known, ports, () => ({ inARow: 0, openUntil: Number.NEGATIVE_INFINITY }))

type Ports = { readonly clock: () => Date; readonly log: { warn(fields: object, text: string): void } }

/**
 * Whether workers pause because the provider is unavailable (429, 503, timeout). Such failures don't count as attempts
 * of a donation, because no bank was asked (recurring-8).
 */
export const isCircuitOpen = (ports: Ports): boolean => {
  const remaining = missesOf(ports).openUntil - ports.clock().getTime()
  return remaining > 0 && remaining <= openMs
}

export function recordResult(ports: Ports, isAnswered: boolean): void {
  const misses = missesOf(ports)
  misses.inARow = isAnswered ? 0 : misses.inARow + 1
  if (misses.inARow < missesMax || isCircuitOpen(ports)) return
  misses.inARow = 0
  misses.openUntil = ports.clock().getTime() + openMs
  ports.log.warn(
    { seconds: openMs / 1000 },
    'the payment provider does not respond; subscriptions are not charged for now',
  )
}
