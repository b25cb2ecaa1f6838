import type { Cause } from './portions.ts'

/** Gifts that are due wait in so many lanes, and a worker takes of each in turn (recurring-5). */
export const partitionCount = 256

/**
 * Where the gifts of a subscription wait: with those of the same fundraiser, the first of several; where the platform
 * chooses, in a lane of its own. Fundraisers are numbered one after the other, so two share a lane only where there are
 * more of them than lanes.
 */
export const partitionOf = ([first]: readonly Cause[]): number =>
  first ? 1 + Number(BigInt(first.campaignId) % BigInt(partitionCount - 1)) : 0
