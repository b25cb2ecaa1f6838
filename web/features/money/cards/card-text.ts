import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import type { Translate } from '#web/lib/text.tsx'

export type SavedCard = OutputOf<ProductContract, 'GET /v4/cards'>['cards'][number]

/** Returns the preselected card: the default, which is listed first, unless it has expired. Empty for a new card. */
export const defaultCardChoice = (cards: readonly SavedCard[]): string =>
  cards.find(({ expiry }) => expiry !== 'expired')?.id ?? ''

const names: Readonly<Record<string, string>> = { amex: 'American Express', mastercard: 'Mastercard', visa: 'Visa' }

/** Returns the card's name in lists and labels, such as “Visa ending in 4242”. */
export const cardName = (t: Translate, { brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>): string =>
  t('cards.ending', {
    brand: `\u2068${names[brand] ?? t(brand === 'bank' ? 'cards.bank' : 'cards.card')}\u2069`,
    last4: `\u2066${last4}\u2069`,
  })

const expiryKeys = { expired: 'cards.expired', expiring: 'cards.expiring', valid: 'cards.expires' } as const

/** Returns the expiry date as printed on the card, in Latin digits, and whether it is soon or past. */
export const formatExpiry = (t: Translate, { expMonth, expYear, expiry }: SavedCard): string =>
  t(expiryKeys[expiry], {
    date: `\u2066${String(expMonth).padStart(2, '0')}/${expYear}\u2069`,
  })
