import { getOrInsert } from '#shared/collections.ts'
/** Consecutive failures after which the provider is considered unavailable. */
const failuresMax = 5
/** Time for which the circuit stays open. */
const openMs = 30_000

type ProviderFailures = { inARow: number; openUntil: number }
const known = new WeakMap<object, ProviderFailures>()
const failuresOf = (ports: object): ProviderFailures =>
  getOrInsert(known, ports, () => ({ inARow: 0, openUntil: Number.NEGATIVE_INFINITY }))

type Ports = { readonly clock: () => Date; readonly log: { warn(fields: object, text: string): void } }

/**
 * Whether workers pause because the provider is unavailable (429, 503, timeout). Such failures don't count as attempts
 * of a donation, because no bank was asked (recurring-8).
 */
export const isCircuitOpen = (ports: Ports): boolean => {
  const remaining = failuresOf(ports).openUntil - ports.clock().getTime()
  return remaining > 0 && remaining <= openMs
}

export function recordResult(ports: Ports, isAnswered: boolean): void {
  const failures = failuresOf(ports)
  failures.inARow = isAnswered ? 0 : failures.inARow + 1
  if (failures.inARow < failuresMax || isCircuitOpen(ports)) return
  failures.inARow = 0
  failures.openUntil = ports.clock().getTime() + openMs
  ports.log.warn(
    { seconds: openMs / 1000 },
    'the payment provider does not respond; subscriptions are not charged for now',
  )
}
