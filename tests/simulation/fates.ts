/** The banks' responses to each gift: part of the world, given to our bank and to the oracle. */
import { chanceOf } from './chance.ts'
import { dayMs, hourMs } from './days.ts'
import type { Story, World } from './stories.ts'

export type Fate =
  | 'fine'
  /** Declined once, paid when it is tried again. */
  | 'later'
  /** Declined whenever it is tried. */
  | 'no'
  /** The bank wants to see the donor, who never comes. */
  | 'asks'
  /** The card was stolen: nothing is charged to it any more. */
  | 'stolen'

/** `day`: the gift's own. Around outages nothing else goes wrong, so that each is seen for itself. */
export function fateOf(world: Pick<World, 'seed' | 'outages'>, story: Story, key: string, day: string): Fate {
  if (story.brokeFrom !== null) return day >= story.brokeFrom ? 'no' : 'fine'
  const noon = Date.parse(`${day}T12:00:00Z`)
  if (world.outages.some(({ from, until }) => noon > from - 9 * dayMs && noon < until + 36 * hourMs)) return 'fine'
  const roll = chanceOf(world.seed, story.index, 'fate', key)
  if (roll < 0.0004) return 'stolen'
  const dayOfMonth = Number(day.slice(8))
  // So rare that a row of failures pauses only donors whose card is empty.
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
