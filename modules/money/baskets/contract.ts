import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { donateResult } from '#modules/money/giving/contract-payment.ts'
import { basketStatuses } from './rules/status.ts'
import { basketEdit, basket, basketAdded } from './contract-basket.ts'
import {
  checkout,
  userId,
  ofUser,
  paymentChoice,
  createInput,
  addItemInput,
  updateItemInput,
  removeItemInput,
  status,
  addRefuses,
  editRefuses,
  itemRefuses,
  checkoutRefuses,
} from './contract-input.ts'
import { guestBasketContract } from './contract-guest.ts'

export const basketsContract = {
  ...guestBasketContract,
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
    input: createInput.extend({ userId }),
    output: basket,
    refuses: ['not-found'],
  }),
  'GET /v4/checkout/:userId/baskets/:basketId': endpoint({
    access: 'signed-in',
    summary: 'Get a basket',
    description:
      'Returns a basket of the signed-in account with its tip split over the items in `basketCurrency`; amounts are in minor units.',
    input: ofUser.extend(paymentChoice.shape),
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
    refuses: editRefuses,
  }),
  'POST /v4/checkout/:userId/baskets/:basketId/items': endpoint({
    access: 'signed-in',
    summary: 'Add an item to a basket',
    description:
      'Adds a donation in minor units to a basket of the signed-in account, or increases the quantity of an equal item. Adds once for each Idempotency-Key.',
    input: ofUser.extend(addItemInput.shape),
    output: basketAdded,
    takesKey: true,
    refuses: addRefuses,
  }),
  'PATCH /v4/checkout/:userId/baskets/:basketId/items/:basketItemId': endpoint({
    access: 'signed-in',
    summary: 'Replace an item of a basket',
    description: 'Replaces a donation in a basket of the signed-in account; amounts are in minor units.',
    input: ofUser.extend(updateItemInput.shape),
    output: basket,
    refuses: [...editRefuses, ...itemRefuses],
  }),
  'DELETE /v4/checkout/:userId/baskets/:basketId/items/:basketItemId': endpoint({
    access: 'signed-in',
    summary: 'Remove an item from a basket',
    description: 'Removes a donation from a basket of the signed-in account.',
    input: ofUser.extend(removeItemInput.shape),
    output: basket,
    refuses: editRefuses,
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
      'Charges all items of a basket of the signed-in account, in its currency, with one payment and returns the same as the donate call; amounts of `lineItems` are in decimal major units. Charges once for each Idempotency-Key.',
    input: ofUser.extend(checkout.shape),
    output: donateResult,
    money: true,
    canWait: true,
    refuses: checkoutRefuses,
  }),
  'PATCH /v4/checkout/:userId/baskets/:basketId/associate': endpoint({
    access: 'signed-in',
    summary: 'Move a guest basket to an account',
    description:
      'Moves a guest’s basket to the signed-in account, or merges its items into the account’s active basket. Requires the account and the token of the guest’s basket.',
    input: ofUser.extend({ token: z.string().max(400) }),
    output: basket,
    refuses: ['not-found', 'basket-not-active', 'attempt-in-progress'],
  }),
}
