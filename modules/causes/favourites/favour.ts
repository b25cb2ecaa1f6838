import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { addFavourite, removeFavourite } from './queries.ts'

/**
 * Puts a campaign on the Giving List or takes it off, and answers how it stands. The verb says what is wanted, not "the
 * other way": two presses or two devices come to the same (S1 §4, §7).
 */
export async function favour(
  ports: Ports,
  accountId: string,
  of: { verb: 'add' | 'remove'; campaignId: bigint },
): Promise<{ favorited: boolean }> {
  if (of.verb === 'remove') {
    await removeFavourite(ports, accountId, of.campaignId)
    return { favorited: false }
  }
  if (!(await addFavourite(ports, accountId, of.campaignId, ports.clock())))
    throw new Problem('not-found', 'campaign-not-found')
  return { favorited: true }
}
