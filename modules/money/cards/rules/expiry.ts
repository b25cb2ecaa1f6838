import { dayMs } from '#shared/time.ts'

/** A card is good to the end of the month on it. */
export type Expiry = 'valid' | 'expiring' | 'expired'

/** From so many days before its end a card is said to be about to end. */
export const warningDays = 60

/** The instant a card has ended, in UTC: the first of the month after the one on it. */
export const endOfCard = ({ expMonth, expYear }: { readonly expMonth: number; readonly expYear: number }): Date =>
  new Date(Date.UTC(expYear, expMonth, 1))

export function expiryOf(card: { readonly expMonth: number; readonly expYear: number }, now: Date): Expiry {
  const remaining = endOfCard(card).getTime() - now.getTime()
  if (remaining <= 0) return 'expired'
  return remaining <= warningDays * dayMs ? 'expiring' : 'valid'
}
