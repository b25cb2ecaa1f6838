import { dayMs } from '#shared/time.ts'

/** Days after which a donor can be asked again for a name or address that HMRC would refuse. */
const askAgainDays = 14

/** Returns whether the donor can be asked now; null: they weren't asked yet. */
export const canAskAgain = (askedAt: Date | null, now: Date): boolean =>
  askedAt === null || now.getTime() - askedAt.getTime() >= askAgainDays * dayMs
