import { Problem } from '#shared/problem.ts'
import type { Ports } from '#shared/ports.ts'

/** Gifts that are being paid in this process: of one visit exactly this → the press that pays it, and how often that was made. */
type UnderWay = Map<string, { readonly press: string; times: number }>

/** One memory per database: an application has one, a test has its own. */
const memories = new WeakMap<object, UnderWay>()

export const sameGiftAgain = (at: Date, isConfirming: boolean): Problem =>
  new Problem('conflict', 'same-gift-again', { more: { givenAt: at.toISOString(), isConfirming } })

/**
 * Two tabs that press the same gift in the very same instant both find that nothing of it was given. The first pays it, the other is asked whether it is
 * meant to be given twice. `gift` says whose gift exactly it is; left out, nothing is asked.
 */
export async function whileNoneGivesTheSame<T>(
  ports: Pick<Ports, 'db' | 'clock'>,
  of: { gift: string | undefined; press: string },
  work: () => Promise<T>,
): Promise<T> {
  if (of.gift === undefined) return work()
  let gifts = memories.get(ports.db)
  if (!gifts) memories.set(ports.db, (gifts = new Map()))
  const underWay = gifts.get(of.gift) ?? { press: of.press, times: 0 }
  if (underWay.press !== of.press) throw sameGiftAgain(ports.clock(), true)
  gifts.set(of.gift, underWay)
  underWay.times += 1
  try {
    return await work()
  } finally {
    underWay.times -= 1
    if (underWay.times === 0) gifts.delete(of.gift)
  }
}
