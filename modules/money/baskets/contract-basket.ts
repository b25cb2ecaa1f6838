import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { numericIdInput } from '#shared/id-schemas.ts'
import { currency, currencyCode } from '#modules/platform/currencies/contract-currency.ts'
import { quoteView } from '#modules/money/giving/contract-payment.ts'
import { lineText, shapeOf } from '#modules/money/giving/contract-fields.ts'
import { basketStatuses } from './rules/status.ts'

export const basketAmount = z.number().int().min(0).max(1_000_000_000_000)
export const campaignIdInput = numericIdInput

/** The version that the change is based on; without it, the change applies to the current version (baskets-3). */
export const version = z.coerce.number().int().min(1).optional()

/** S1 §3 "Basket item payload", and the fields of contract-6. Amounts in minor units, per piece. */
export const item = z.object({
  projectId: campaignIdInput,
  amount: basketAmount,
  currency,
  ...shapeOf('basketItem'),
  metadata: z.object({ originalAmount: basketAmount, originalCurrency: currencyCode }).optional(),
})
z.globalRegistry.add(item, {
  id: 'NewBasketItem',
  description: 'A donation to add to a basket. Amounts are in minor units; `amount` is for one piece.',
})

export type BasketItem = z.output<typeof item>

export const basketEdit = z.object({
  tipAmount: basketAmount.optional(),
  anonymous: z
    .object({ enabled: z.boolean(), name: lineText(80).default(''), location: lineText(80).default('') })
    .optional(),
  paymentMethodId: z.string().max(64).nullable().optional(),
  currency: currency.optional(),
  newsletter: z.boolean().optional(),
  version,
})

export type BasketEdit = z.output<typeof basketEdit>
const amount = z.number().int()

export const basket = z.object({
  id: z.string(),
  userId: z.string().nullable(),
  status: z.enum(basketStatuses),
  version: z.number().int(),
  currency,
  tipAmount: amount,
  anonymous: z.object({ enabled: z.boolean(), name: z.string(), location: z.string() }),
  paymentMethodId: z.string().nullable(),
  newsletter: z.boolean(),
  items: z.array(
    item
      .omit({
        projectId: true,
        givingLevelId: true,
        emergencyContact: true,
        medicalInformation: true,
        shippingAddress: true,
        taxAddress: true,
      })
      .extend({
        id: z.string(),
        projectId: z.string(),
        givingLevelId: z.string().optional(),
        shippingAddress: z.record(z.string(), z.string()).optional(),
        taxAddress: z.record(z.string(), z.string()).optional(),
        /** Whether an emergency contact or medical information is stored with it; neither is returned (privacy-8). */
        hasEncryptedFields: z.boolean(),
        campaign: z
          .object({
            slug: z.string(),
            name: z.string(),
            organizationName: z.string(),
            organizationNameAr: z.string().nullable(),
          })
          .nullable(),
        /** The price of all pieces. */
        total: amount,
        /** The line's part of the tip; zero for a skipped line. */
        tip: amount,
        /** The line's part of the processing fee that the donor covers; usually zero. */
        coveredFee: amount,
      }),
  ),
  /** Lines that would not be paid in the requested currency, and why. */
  skipped: z.array(
    z.object({
      id: z.string(),
      reason: z.enum(['no-campaign', 'charity-not-verified', 'no-amount', 'other-currency']),
    }),
  ),
  /** Sum of the lines that are not skipped, without the tip. */
  subtotal: amount,
  /** The price of the lines that are not skipped; null if there are none. The checkout call requires its hash. */
  quote: quoteView.nullable(),
  createdAt: instant,
  updatedAt: instant,
  expiresAt: instant,
  /** Bearer token for this guest basket only. Renewed with every response. */
  token: z.string().optional(),
})
z.globalRegistry.add(basket.shape.items.element, {
  id: 'BasketItem',
  description: 'A donation in a basket. Amounts are in minor units; `amount` is for one piece.',
})
z.globalRegistry.add(basket, {
  id: 'Basket',
  description: 'A basket with its items. Amounts are in minor units of `currency`.',
})

export type BasketView = z.output<typeof basket>

/** The basket after an addition; `addedItemId`: the item that the donation created or extended. */
export const basketAdded = basket.extend({ addedItemId: z.string() })
z.globalRegistry.add(basketAdded, { id: 'BasketWithAddedItem', description: 'A basket after an addition.' })

export type AddedView = z.output<typeof basketAdded>

/** A visitor's active basket, as every page has it; `userId` null for a guest's. */
export type BasketSummary = { readonly id: string; readonly userId: string | null; readonly count: number }
