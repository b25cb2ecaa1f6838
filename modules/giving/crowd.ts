import type { Attempt } from '#modules/payments/index.ts'
import type { Ports } from '#shared/ports.ts'

/** What presses from one network are at, in this process. */
type Crowd = {
  /** How often each press was made that is under way. */
  readonly underWay: Map<string, number>
  /** Since a card was last refused. */
  paidInARow: number
}

/** So many different presses at once say nothing of who presses: a mosque, a school or a whole telephone network may share one address. */
export const calm = 20
const networksMax = 10_000

/** One memory per database: an application has one, a test has its own. */
const memories = new WeakMap<object, Map<string, Crowd>>()

/**
 * Refusals are counted when the bank has answered, so cards tried all at once would all be tried before one is counted (trust.md S5). Presses that are under
 * way beside this one, beyond what is calm and beyond what the same network has just paid in a row, are told to `work` as refused already.
 */
export async function inItsCrowd(
  ports: Pick<Ports, 'db'>,
  of: { network: string; press: string },
  work: (likelyRefused: number) => Promise<Attempt>,
): Promise<Attempt> {
  let crowds = memories.get(ports.db)
  if (!crowds) memories.set(ports.db, (crowds = new Map()))
  const crowd = crowds.get(of.network) ?? { underWay: new Map<string, number>(), paidInARow: 0 }
  crowds.set(of.network, crowd)
  if (crowds.size > networksMax) forgetOne(crowds)
  const { underWay } = crowd
  underWay.set(of.press, (underWay.get(of.press) ?? 0) + 1)
  try {
    const attempt = await work(Math.max(0, underWay.size - 1 - calm - crowd.paidInARow))
    if (attempt.state === 'SUCCEEDED') crowd.paidInARow += 1
    else if (attempt.state === 'DECLINED') crowd.paidInARow = 0
    return attempt
  } finally {
    const left = underWay.get(of.press)! - 1
    if (left > 0) underWay.set(of.press, left)
    else underWay.delete(of.press)
    if (underWay.size === 0 && crowd.paidInARow === 0) crowds.delete(of.network)
  }
}

/** The one known longest of those that wait for nothing. */
function forgetOne(crowds: Map<string, Crowd>): void {
  for (const [network, { underWay }] of crowds) if (underWay.size === 0) return void crowds.delete(network)
}
