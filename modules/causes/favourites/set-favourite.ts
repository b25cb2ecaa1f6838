import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { addFavourite, removeFavourite } from './queries.ts'

/**
 * Adds a campaign to the Giving List or removes it, and returns the state. The verb is the target state, not a toggle,
 * so that repeated or concurrent requests agree (S1 §4, §7).
 */
export async function setFavourite(
  ports: Ports,
  accountId: string,
  input: { verb: 'add' | 'remove'; campaignId: bigint },
): Promise<{ favorited: boolean }> {
  if (input.verb === 'remove') {
    await removeFavourite(ports, accountId, input.campaignId)
    return { favorited: false }
  }
  if (!(await addFavourite(ports, accountId, input.campaignId, ports.clock())))
    throw new Problem('not-found', 'campaign-not-found')
  return { favorited: true }
}
