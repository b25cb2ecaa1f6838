import type { Cause } from './portions.ts'

/** Number of partitions of due donations; workers claim from each in turn (recurring-5). */
export const partitionCount = 256

/**
 * Returns the partition of a subscription, by its first fundraiser. Plans whose causes the platform chooses share
 * partition 0. Fundraiser ids are consecutive, so two share a partition only if there are more fundraisers than
 * partitions.
 */
export const partitionOf = ([first]: readonly Cause[]): number =>
  first ? 1 + Number(BigInt(first.campaignId) % BigInt(partitionCount - 1)) : 0
