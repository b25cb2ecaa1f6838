/** The provider's outcome of each charge, which both the sandbox and the reference calculation use. */
import { chanceOf } from './chance.ts'
import { dayMs, hourMs } from './days.ts'
import type { Story, World } from './stories.ts'

export type ChargeFate =
  | 'fine'
  /** Declined once, then paid at the retry. */
  | 'later'
  /** Always declined. */
  | 'no'
  /** Requires a challenge, which the donor never completes. */
  | 'asks'
  /** The card is reported stolen and can't be charged any more. */
  | 'stolen'

/** Returns the outcome of a charge; `day`: its occurrence's date. No failures near outages, to test both separately. */
export function fateOf(world: Pick<World, 'seed' | 'outages'>, story: Story, key: string, day: string): ChargeFate {
  if (story.brokeFrom !== null) return day >= story.brokeFrom ? 'no' : 'fine'
  const noon = Date.parse(`${day}T12:00:00Z`)
  if (world.outages.some(({ from, until }) => noon > from - 9 * dayMs && noon < until + 36 * hourMs)) return 'fine'
  const roll = chanceOf(world.seed, story.index, 'fate', key)
  if (roll < 0.0004) return 'stolen'
  const dayOfMonth = Number(day.slice(8))
  // Rare enough that only donors with an empty card have several failures in a row and are paused.
  if (
    story.index % 2 === 0 &&
    (dayOfMonth === 5 || dayOfMonth === 6) &&
    (story.kind !== 'monthly' || Number(day.slice(5, 7)) % 4 === 0)
  )
    return roll < 0.4 ? 'no' : 'fine'
  if (story.index % 2 === 1 && dayOfMonth === 12 && (story.kind !== 'monthly' || Number(day.slice(5, 7)) % 4 === 0))
    return roll < 0.4 ? 'asks' : 'fine'
  return roll < (story.kind === 'daily' ? 0.015 : 0.05) ? 'later' : 'fine'
}
