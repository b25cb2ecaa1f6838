import { getOrInsert } from '#shared/collections.ts'
/** So many calls in a row without an answer, and the provider is taken for away. */
const missesMax = 5
/** Nobody asks it for so long then; one that is still away opens the breaker again after as many misses. */
const openMs = 30_000

type Misses = { inARow: number; openUntil: number }
const known = new WeakMap<object, Misses>()
const of = (ports: object): Misses =>
  getOrInsert(known, ports, () => ({ inARow: 0, openUntil: Number.NEGATIVE_INFINITY }))

type Ports = { readonly clock: () => Date; readonly log: { warn(facts: object, text: string): void } }

/**
 * While a provider is away (429, 503, no answer) gifts are not thrown at it by the thousand: after a few calls in vain
 * a worker pauses. No try of a gift is spent by it, for nothing was asked of any bank (recurring-8).
 */
export const isCircuitOpen = (ports: Ports): boolean => {
  const left = of(ports).openUntil - ports.clock().getTime()
  return left > 0 && left <= openMs
}

export function recordResult(ports: Ports, isAnswered: boolean): void {
  const misses = of(ports)
  misses.inARow = isAnswered ? 0 : misses.inARow + 1
  if (misses.inARow < missesMax || isCircuitOpen(ports)) return
  misses.inARow = 0
  misses.openUntil = ports.clock().getTime() + openMs
  ports.log.warn({ seconds: openMs / 1000 }, 'the payment provider does not answer; gifts of subscriptions wait for it')
}
