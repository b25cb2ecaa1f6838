import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import {
  donateResult,
  line,
  majorAmount,
  paymentFields,
  paymentRefuses,
  quoteView,
  shapeOf,
} from '#modules/money/giving/contract.ts'
import { basketStatuses } from './rules/status.ts'

const currency = z.string().regex(/^[A-Z]{3}$/)
const minor = z.number().int().min(0).max(1_000_000_000_000)
const number = z.union([z.string().regex(/^\d{1,18}$/), z.number().int().min(1)]).transform(String)
/** The version the change is based on; left out, the change is made to whatever stands (baskets-3). */
const version = z.coerce.number().int().min(1).optional()

/** S1 §3 "Basket item payload", and the fields of contract-6. Amounts in minor units, of one piece. */
const item = z.object({
  projectId: number,
  amount: minor,
  currency,
  ...shapeOf('basketItem'),
  metadata: z.object({ originalAmount: minor, originalCurrency: currency }).optional(),
})
z.globalRegistry.add(item, {
  id: 'NewBasketItem',
  description: 'A donation to add to a basket. Amounts are in minor units; `amount` is for one piece.',
})
export type BasketItem = z.output<typeof item>

const basketEdit = z.object({
  tipAmount: minor.optional(),
  anonymous: z.object({ enabled: z.boolean(), name: line(80).default(''), location: line(80).default('') }).optional(),
  paymentMethodId: z.string().max(64).nullable().optional(),
  currency: currency.optional(),
  newsletter: z.boolean().optional(),
  version,
})
export type BasketEdit = z.output<typeof basketEdit>

const amount = z.number().int()
const basket = z.object({
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
        /** An emergency contact or medical information is kept with it; neither is told again (privacy-8). */
        hasSealed: z.boolean(),
        campaign: z
          .object({
            slug: z.string(),
            name: z.string(),
            organizationName: z.string(),
            organizationNameAr: z.string().nullable(),
          })
          .nullable(),
        /** amount × quantity. */
        total: amount,
        /** Its part of the tip; zero for a line that is skipped. */
        tip: amount,
        /** Its part of the processing fee that the donor covers; zero for most. */
        coveredFee: amount,
      }),
  ),
  /** Lines that would not be paid in the asked-for currency, and why. */
  skipped: z.array(
    z.object({
      id: z.string(),
      reason: z.enum(['no-campaign', 'charity-not-verified', 'no-amount', 'other-currency']),
    }),
  ),
  /** Of the lines that are not skipped, without the tip. */
  subtotal: amount,
  /** What the lines that are not skipped cost together; null: there is none. Its hash is what the checkout takes. */
  quote: quoteView.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  expiresAt: z.string(),
  /** Opens a guest's basket, and only it: sent as a bearer token. Renewed with every answer. */
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

/** The basket after an addition; `addedItemId`: the item that the gift made or grew. */
const basketAdded = basket.extend({ addedItemId: z.string() })
z.globalRegistry.add(basketAdded, { id: 'BasketWithAddedItem', description: 'A basket after an addition.' })
export type AddedView = z.output<typeof basketAdded>

/** The basket a visitor is filling, as every page knows it; `userId` null: a guest's. */
export type Filling = { readonly id: string; readonly userId: string | null; readonly count: number }

/**
 * S2 §3 "Basket checkout payload", a line. Decimal major units: `amount` of one piece, as in the donation payload,
 * `feeAmount` its tip.
 */
const lineItem = z.object({
  projectID: number,
  amount: majorAmount,
  feeAmount: majorAmount.optional(),
  currency,
  ...shapeOf('checkoutLine'),
  /** Left out, what the basket says. */
  anonymous: z.boolean().optional(),
  receiveUpdates: z.boolean().optional(),
  name: line(120).optional(),
})
z.globalRegistry.add(lineItem, {
  id: 'BasketLineItem',
  description: 'An item of a basket as the sender believes it to be. Amounts are in decimal major units.',
})

/**
 * S2 §3 "Basket checkout payload". What is paid is what the basket holds; `lineItems` say what the sender believes it
 * holds, and `giftAid` whether any of it asks for Gift Aid: where they differ nothing is charged (`quote-changed`).
 */
const checkout = z.object({
  ...paymentFields,
  ...shapeOf('checkout'),
  lineItems: z.array(lineItem).max(50).optional(),
  giftAid: z.boolean().optional(),
  /** A bank's question about this basket that was left in another tab is called off, and it is paid here. */
  paysHere: z.boolean().default(false),
})
export type BasketCheckout = z.output<typeof checkout>

const basketId = z.uuid()
const userId = z.string().max(64)
const ofGuest = z.object({ basketId })
const ofUser = z.object({ userId, basketId })
const asked = z.object({ basketCurrency: currency.optional(), paymentMethod: paymentFields.paymentMethod })
export type Asked = z.output<typeof asked>
/** `currency`: what the donor chose; left out, the first gift decides (baskets-4). */
const made = z.object({ currency: currency.optional() })
const added = z.object({ item, basketTip: minor.optional(), version })
const changed = added.extend({ basketItemId: z.uuid(), basketCurrency: currency.optional() })
const removed = z.object({ basketItemId: z.uuid(), version })
/** Checked out and expired are not for anybody to say (baskets-1). */
const status = z.object({ status: z.enum(['active', 'abandoned']), version })

const addRefuses = [
  'not-found',
  'basket-changed',
  'basket-not-active',
  'campaign-not-found',
  'campaign-closed',
  'charity-not-verified',
  'level-sold-out',
  'basket-full',
  'idempotency-key-missing',
  'idempotency-key-too-long',
  'idempotency-key-reused',
]
const checkoutRefuses = [
  'not-found',
  'basket-not-active',
  'basket-checked-out',
  'basket-nothing-to-pay',
  'bank-asks-elsewhere',
  ...paymentRefuses,
]

export const basketsContract = {
  'POST /v4/checkout/guest/baskets': endpoint({
    access: 'anyone',
    summary: 'Create a guest basket',
    description:
      'Creates a basket for a donor without an account and returns the bearer token that opens it. Anyone may call it.',
    input: made,
    output: basket,
  }),
  'GET /v4/checkout/guest/baskets/:basketId': endpoint({
    access: 'anyone',
    summary: 'Get a guest basket',
    description:
      'Returns a guest’s basket with its tip split over the items in `basketCurrency`; amounts are in minor units. Requires the token of the basket.',
    input: ofGuest.extend(asked.shape),
    output: basket,
    refuses: ['not-found'],
  }),
  'PATCH /v4/checkout/guest/baskets/:basketId': endpoint({
    access: 'anyone',
    summary: 'Update a guest basket',
    description:
      'Changes the tip, currency, anonymity, newsletter choice or payment method of a guest’s basket; `tipAmount` is in minor units. Requires the token of the basket.',
    input: ofGuest.extend(basketEdit.shape),
    output: basket,
    refuses: ['not-found', 'basket-changed', 'basket-not-active', 'basket-being-paid'],
  }),
  'POST /v4/checkout/guest/baskets/:basketId/items': endpoint({
    access: 'anyone',
    summary: 'Add an item to a guest basket',
    description:
      'Adds a donation in minor units to a guest’s basket; the quantity of an equal item grows instead. Requires the token of the basket, and adds once for each Idempotency-Key.',
    input: ofGuest.extend(added.shape),
    output: basketAdded,
    takesKey: true,
    refuses: addRefuses,
  }),
  'PATCH /v4/checkout/guest/baskets/:basketId/items/:basketItemId': endpoint({
    access: 'anyone',
    summary: 'Replace an item of a guest basket',
    description:
      'Replaces a donation in a guest’s basket; amounts are in minor units. Requires the token of the basket.',
    input: ofGuest.extend(changed.shape),
    output: basket,
    refuses: [
      'not-found',
      'basket-changed',
      'basket-not-active',
      'basket-being-paid',
      'campaign-not-found',
      'campaign-closed',
      'charity-not-verified',
      'level-sold-out',
    ],
  }),
  'DELETE /v4/checkout/guest/baskets/:basketId/items/:basketItemId': endpoint({
    access: 'anyone',
    summary: 'Remove an item from a guest basket',
    description: 'Removes a donation from a guest’s basket. Requires the token of the basket.',
    input: ofGuest.extend(removed.shape),
    output: basket,
    refuses: ['not-found', 'basket-changed', 'basket-not-active', 'basket-being-paid'],
  }),
  'PATCH /v4/checkout/guest/baskets/:basketId/status': endpoint({
    access: 'anyone',
    summary: 'Change the status of a guest basket',
    description: 'Abandons a guest’s basket or makes it active again. Requires the token of the basket.',
    input: ofGuest.extend(status.shape),
    output: basket,
    refuses: ['not-found', 'basket-changed', 'basket-not-active'],
  }),
  'POST /v4/checkout/guest/baskets/:basketId/checkout': endpoint({
    access: 'anyone',
    summary: 'Pay for a guest basket',
    description:
      'Charges all items in the basket’s currency with one payment and answers as the donate call does; amounts of `lineItems` are in decimal major units. Requires the token of the basket, and charges once for each Idempotency-Key.',
    input: ofGuest.extend(checkout.shape),
    output: donateResult,
    money: true,
    mayWait: true,
    refuses: checkoutRefuses,
  }),
  'GET /v4/checkout/:userId/baskets': endpoint({
    access: 'signed-in',
    summary: 'List baskets',
    description: 'Returns the baskets of the signed-in account, newest first; amounts are in minor units.',
    input: z.object({
      userId,
      status: z.enum(basketStatuses).optional(),
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
      limit: z.coerce.number().int().min(1).max(50).default(10),
    }),
    output: z.object({ baskets: z.array(basket) }),
    refuses: ['not-found'],
  }),
  'POST /v4/checkout/:userId/baskets': endpoint({
    access: 'signed-in',
    summary: 'Get or create the active basket',
    description: 'Returns the active basket of the signed-in account, or a new one if there is none.',
    input: made.extend({ userId }),
    output: basket,
    refuses: ['not-found'],
  }),
  'GET /v4/checkout/:userId/baskets/:basketId': endpoint({
    access: 'signed-in',
    summary: 'Get a basket',
    description:
      'Returns a basket of the signed-in account with its tip split over the items in `basketCurrency`; amounts are in minor units.',
    input: ofUser.extend(asked.shape),
    output: basket,
    refuses: ['not-found'],
  }),
  'PATCH /v4/checkout/:userId/baskets/:basketId': endpoint({
    access: 'signed-in',
    summary: 'Update a basket',
    description:
      'Changes the tip, currency, anonymity, newsletter choice or payment method of a basket of the signed-in account; `tipAmount` is in minor units.',
    input: ofUser.extend(basketEdit.shape),
    output: basket,
    refuses: ['not-found', 'basket-changed', 'basket-not-active', 'basket-being-paid'],
  }),
  'POST /v4/checkout/:userId/baskets/:basketId/items': endpoint({
    access: 'signed-in',
    summary: 'Add an item to a basket',
    description:
      'Adds a donation in minor units to a basket of the signed-in account; the quantity of an equal item grows instead. Adds once for each Idempotency-Key.',
    input: ofUser.extend(added.shape),
    output: basketAdded,
    takesKey: true,
    refuses: addRefuses,
  }),
  'PATCH /v4/checkout/:userId/baskets/:basketId/items/:basketItemId': endpoint({
    access: 'signed-in',
    summary: 'Replace an item of a basket',
    description: 'Replaces a donation in a basket of the signed-in account; amounts are in minor units.',
    input: ofUser.extend(changed.shape),
    output: basket,
    refuses: [
      'not-found',
      'basket-changed',
      'basket-not-active',
      'basket-being-paid',
      'campaign-not-found',
      'campaign-closed',
      'charity-not-verified',
      'level-sold-out',
    ],
  }),
  'DELETE /v4/checkout/:userId/baskets/:basketId/items/:basketItemId': endpoint({
    access: 'signed-in',
    summary: 'Remove an item from a basket',
    description: 'Removes a donation from a basket of the signed-in account.',
    input: ofUser.extend(removed.shape),
    output: basket,
    refuses: ['not-found', 'basket-changed', 'basket-not-active', 'basket-being-paid'],
  }),
  'PATCH /v4/checkout/:userId/baskets/:basketId/status': endpoint({
    access: 'signed-in',
    summary: 'Change the status of a basket',
    description:
      'Abandons a basket of the signed-in account, or makes it active again while no other basket is active.',
    input: ofUser.extend(status.shape),
    output: basket,
    refuses: ['not-found', 'basket-changed', 'basket-not-active', 'basket-active-exists'],
  }),
  'POST /v4/checkout/:userId/baskets/:basketId/checkout': endpoint({
    access: 'signed-in',
    summary: 'Pay for a basket',
    description:
      'Charges all items in the currency of a basket of the signed-in account with one payment and answers as the donate call does; amounts of `lineItems` are in decimal major units. Charges once for each Idempotency-Key.',
    input: ofUser.extend(checkout.shape),
    output: donateResult,
    money: true,
    mayWait: true,
    refuses: checkoutRefuses,
  }),
  'PATCH /v4/checkout/:userId/baskets/:basketId/associate': endpoint({
    access: 'signed-in',
    summary: 'Take over a guest basket',
    description:
      'Moves a guest’s basket to the account that signed in, or merges it into its active basket without losing an item. Requires the account and the token of the guest’s basket.',
    input: ofUser.extend({ token: z.string().max(400) }),
    output: basket,
    refuses: ['not-found', 'basket-not-active', 'attempt-in-progress'],
  }),
}
