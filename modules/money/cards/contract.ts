import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { providerName } from '#modules/money/payments/contract.ts'

const card = z.object({
  id: z.string(),
  /** The provider's name of the brand, such as `amex`, `mastercard` or `visa`. */
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number().int(),
  expYear: z.number().int(),
  country: z.string().nullable(),
  isDefault: z.boolean(),
  /** `expiring`: within 60 days. */
  expiry: z.enum(['valid', 'expiring', 'expired']),
  addedAt: instant,
})
z.globalRegistry.add(card, { id: 'SavedCard', description: 'A saved card: its brand, last four digits and expiry.' })
export type CardView = z.output<typeof card>

const cards = z.object({
  cards: z.array(card),
  /** Whether a card can be added now; otherwise the account must prove its identity first. */
  canAdd: z.boolean(),
})
z.globalRegistry.add(cards, { id: 'SavedCards', description: 'The saved cards of an account.' })

const adding = z.union([
  z.object({ status: z.literal('saved'), card }),
  z.object({
    status: z.literal('challenge'),
    setupId: z.string(),
    /** `clientSecret`: for the provider's script; `url`: empty if only that script can run the challenge. */
    challenge: z.object({ provider: z.string(), url: z.string(), clientSecret: z.string().optional() }),
  }),
])
z.globalRegistry.add(adding, {
  id: 'CardSetup',
  description: 'A saved card, or the 3-D Secure challenge that is required before it can be saved.',
})
export type CardSetupResult = z.output<typeof adding>

export const cardsContract = {
  'GET /v4/cards': endpoint({
    access: 'signed-in',
    summary: 'List saved cards',
    description: 'Returns the saved cards of the signed-in account, the default card first.',
    input: z.object({}),
    output: cards,
  }),
  'POST /v4/cards': endpoint({
    access: 'signed-in',
    summary: 'Add a card',
    description:
      'Saves a card of the signed-in account with a token from the card fields of `provider`, or returns a 3-D Secure challenge. Nothing is charged. Requires a recent proof of identity.',
    perMinute: 20,
    input: z.object({ token: z.string().trim().min(1).max(255), provider: providerName.optional() }),
    output: adding,
    refuses: [
      'reauthentication-required',
      'too-many-cards',
      'too-many-attempts',
      'card-not-accepted',
      'card-not-confirmed',
      'card-setup-ended',
      'card-not-savable',
      'payment-refused',
      'payment-unavailable',
    ],
  }),
  'POST /v4/card-setups/:setupId': endpoint({
    access: 'signed-in',
    summary: 'Finish adding a card',
    description:
      'Gets the result of the 3-D Secure challenge and saves the card of the signed-in account. Nothing is charged.',
    perMinute: 60,
    input: z.object({ setupId: uuid }),
    output: adding,
    refuses: [
      'not-found',
      'card-not-accepted',
      'card-not-confirmed',
      'card-setup-ended',
      'card-not-savable',
      'payment-unavailable',
    ],
  }),
  'POST /v4/cards/:cardId/default': endpoint({
    access: 'signed-in',
    summary: 'Set the default card',
    description: 'Makes a saved card of the signed-in account its default card.',
    input: z.object({ cardId: uuid }),
    output: cards,
    refuses: ['not-found'],
  }),
  'DELETE /v4/cards/:cardId': endpoint({
    access: 'signed-in',
    summary: 'Delete a card',
    description:
      'Deletes a saved card of the signed-in account here and at the payment provider, and revokes its mandate.',
    input: z.object({ cardId: uuid }),
    output: cards,
    refuses: ['not-found'],
  }),
}
