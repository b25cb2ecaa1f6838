import { dayMs } from '#shared/time.ts'

/** The expiry state of a card, which is valid to the end of its printed month. */
export type CardExpiry = 'valid' | 'expiring' | 'expired'

/** Days before its end from which a card counts as expiring. */
export const warningDays = 60

/** Returns the instant at which a card expires, in UTC: the first day of the next month. */
export const endOfCard = ({ expMonth, expYear }: { readonly expMonth: number; readonly expYear: number }): Date =>
  new Date(Date.UTC(expYear, expMonth, 1))

export function expiryOf(card: { readonly expMonth: number; readonly expYear: number }, now: Date): CardExpiry {
  const remaining = endOfCard(card).getTime() - now.getTime()
  if (remaining <= 0) return 'expired'
  return remaining <= warningDays * dayMs ? 'expiring' : 'valid'
}
