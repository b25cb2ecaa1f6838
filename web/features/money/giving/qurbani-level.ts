import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import type { CheckoutData } from './state/checkout-state.ts'

type Offer = OutputOf<ProductContract, 'GET /v4/qurbani/items/:itemId'>

/** Converts a Qurbani item to the giving level that the form uses. */
export function levelOfOffer(offer: Offer): CheckoutData['levels'][number] {
  const isWhole = offer.unit === 'animal'
  return {
    id: offer.id,
    title: offer.title,
    description: '',
    amount: isWhole ? offer.animalPrice : offer.sharePrice,
    bundle: isWhole ? null : { size: offer.sharesPerAnimal, amount: offer.animalPrice },
    shares: isWhole ? offer.sharesPerAnimal : 1,
    limit: null,
    remaining: offer.remaining,
    soldOut: offer.remaining === 0,
    includeNote: false,
    requireNote: false,
    noteDescription: '',
    includeEmail: false,
    requireEmail: false,
    emailDescription: '',
    requireShipping: false,
    requireEmergencyContact: false,
    requireMedical: false,
  }
}

/** Why an item can't be ordered now, and its Hijri year. */
export type NotOrdered = { readonly reason: 'closed' | 'upcoming' | 'sold-out'; readonly year: number }

export function notOrdered({ state, remaining, hijriYear }: Offer): NotOrdered | null {
  if (state !== 'open') return { reason: state, year: hijriYear }
  return remaining === 0 ? { reason: 'sold-out', year: hijriYear } : null
}
