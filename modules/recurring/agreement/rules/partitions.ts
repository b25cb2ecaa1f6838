import type { Cause } from './portions.ts'

/** Number of partitions of due donations; a worker claims from each in turn (recurring-5). */
export const partitionCount = 256

/**
 * Returns the partition of a subscription: by its first fundraiser; plans whose causes the platform chooses have their
 * own. Fundraiser ids are consecutive, so two share a partition only if there are more of them than partitions.
 */
export const partitionOf = ([first]: readonly Cause[]): number =>
  first ? 1 + Number(BigInt(first.campaignId) % BigInt(partitionCount - 1)) : 0
