import { z } from 'zod'
import { uuid } from '#shared/id-schemas.ts'
import { idempotencyKeyRefusals } from '#shared/idempotency-key.ts'
import { currency, currencyCode } from '#modules/platform/currencies/contract-currency.ts'
import { majorAmount, paymentFields, paymentRefuses } from '#modules/money/giving/contract-payment.ts'
import { lineText, shapeOf } from '#modules/money/giving/contract-fields.ts'
import { basketAmount, campaignIdInput, version, item } from './contract-basket.ts'

/**
 * A line of S2 §3 "Basket checkout payload". Decimal major units: `amount` per piece, as in the donation payload,
 * `feeAmount` its tip.
 */
const lineItem = z.object({
  projectID: campaignIdInput,
  amount: majorAmount,
  feeAmount: majorAmount.optional(),
  currency: currencyCode,
  ...shapeOf('checkoutLine'),
  /** The default is the basket's setting. */
  anonymous: z.boolean().optional(),
  receiveUpdates: z.boolean().optional(),
  name: lineText(120).optional(),
})
z.globalRegistry.add(lineItem, {
  id: 'BasketLineItem',
  description: 'An item that the caller expects in the basket. Amounts are in decimal major units.',
})

/**
 * S2 §3 "Basket checkout payload". The call charges the stored basket. If `lineItems` or `giftAid` (whether any item
 * requests Gift Aid) differ from it, nothing is charged (`quote-changed`).
 */
export const checkout = z.object({
  ...paymentFields,
  ...shapeOf('checkout'),
  lineItems: z.array(lineItem).max(50).optional(),
  giftAid: z.boolean().optional(),
  /** Cancels a 3-D Secure challenge for this basket in another tab and pays here. */
  paysHere: z.boolean().default(false),
})

export type BasketCheckout = z.output<typeof checkout>
const basketId = uuid
export const userId = uuid
export const ofGuest = z.object({ basketId })
export const ofUser = z.object({ userId, basketId })
export const paymentChoice = z.object({
  basketCurrency: currency.optional(),
  paymentMethod: paymentFields.paymentMethod,
})
export type PaymentInput = z.output<typeof paymentChoice>

/** `currency`: the donor's choice; without it, the basket takes the currency of its first donation (baskets-4). */
export const createInput = z.object({ currency: currency.optional() })

export const addItemInput = z.object({ item, basketTip: basketAmount.optional(), version })
export const updateItemInput = addItemInput.extend({ basketItemId: uuid, basketCurrency: currency.optional() })
export const removeItemInput = z.object({ basketItemId: uuid, version })

/** A caller can't set checked out and expired (baskets-1). */
export const status = z.object({ status: z.enum(['active', 'abandoned']), version })

export const editRefuses = ['not-found', 'basket-changed', 'basket-not-active', 'basket-being-paid']
export const itemRefuses = ['campaign-not-found', 'campaign-closed', 'charity-not-verified', 'level-sold-out']
export const addRefuses = [
  'not-found',
  'basket-changed',
  'basket-not-active',
  ...itemRefuses,
  'basket-full',
  ...idempotencyKeyRefusals,
]
export const checkoutRefuses = [
  'not-found',
  'basket-not-active',
  'basket-checked-out',
  'basket-nothing-to-pay',
  'charity-not-verified',
  'bank-asks-elsewhere',
  ...paymentRefuses,
]
