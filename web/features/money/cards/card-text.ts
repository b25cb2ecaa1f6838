import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import type { Translate } from '../../../lib/text.tsx'

export type SavedCard = OutputOf<ProductContract, 'GET /v4/cards'>['cards'][number]

/**
 * The card that is chosen before anybody chooses: the default, listed first, unless it has expired. Empty: another one,
 * typed.
 */
export const defaultCardChoice = (cards: readonly SavedCard[]): string =>
  cards.find(({ expiry }) => expiry !== 'expired')?.id ?? ''

const names: Readonly<Record<string, string>> = { amex: 'American Express', mastercard: 'Mastercard', visa: 'Visa' }

/** “Visa ending in 4242”, the same in every list and label. */
export const cardName = (t: Translate, { brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>): string =>
  t('cards.ending', {
    brand: `\u2068${names[brand] ?? t(brand === 'bank' ? 'cards.bank' : 'cards.card')}\u2069`,
    last4: `\u2066${last4}\u2069`,
  })

const expiryKeys = { expired: 'cards.expired', expiring: 'cards.expiring', valid: 'cards.expires' } as const

/** When it ends, and whether that is soon or was. Month and year as they stand on the card, in Latin digits. */
export const formatExpiry = (t: Translate, { expMonth, expYear, expiry }: SavedCard): string =>
  t(expiryKeys[expiry], {
    date: `\u2066${String(expMonth).padStart(2, '0')}/${expYear}\u2069`,
  })
