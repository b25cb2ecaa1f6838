import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { donateResult } from '#modules/money/giving/contract-payment.ts'
import { basketEdit, basket, basketAdded } from './contract-basket.ts'
import {
  checkout,
  ofGuest,
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

export const guestBasketContract = {
  'POST /v4/checkout/guest/baskets': endpoint({
    access: 'anyone',
    summary: 'Create a guest basket',
    description: 'Creates a basket for a donor without an account and returns its bearer token. Anyone may call it.',
    input: createInput,
    output: basket,
  }),
  'GET /v4/checkout/guest/baskets/:basketId': endpoint({
    access: 'anyone',
    summary: 'Get a guest basket',
    description:
      'Returns a guest’s basket with its tip split over the items in `basketCurrency`; amounts are in minor units. Requires the token of the basket.',
    input: ofGuest.extend(paymentChoice.shape),
    output: basket,
    refuses: ['not-found'],
  }),
  'GET /v4/checkout/guest/baskets/:basketId/donor': endpoint({
    access: 'anyone',
    summary: 'Get the donor of a guest basket',
    description:
      'Returns the email address and name with which a guest paid a part of the basket within the last day, empty otherwise. Requires the token of the basket.',
    input: ofGuest,
    output: z.object({ email: z.string(), name: z.string() }),
    refuses: ['not-found'],
  }),
  'PATCH /v4/checkout/guest/baskets/:basketId': endpoint({
    access: 'anyone',
    summary: 'Update a guest basket',
    description:
      'Changes the tip, currency, anonymity, newsletter choice or payment method of a guest’s basket; `tipAmount` is in minor units. Requires the token of the basket.',
    input: ofGuest.extend(basketEdit.shape),
    output: basket,
    refuses: editRefuses,
  }),
  'POST /v4/checkout/guest/baskets/:basketId/items': endpoint({
    access: 'anyone',
    summary: 'Add an item to a guest basket',
    description:
      'Adds a donation in minor units to a guest’s basket, or increases the quantity of an equal item. Requires the token of the basket, and adds once for each Idempotency-Key.',
    input: ofGuest.extend(addItemInput.shape),
    output: basketAdded,
    takesKey: true,
    refuses: addRefuses,
  }),
  'PATCH /v4/checkout/guest/baskets/:basketId/items/:basketItemId': endpoint({
    access: 'anyone',
    summary: 'Replace an item of a guest basket',
    description:
      'Replaces a donation in a guest’s basket; amounts are in minor units. Requires the token of the basket.',
    input: ofGuest.extend(updateItemInput.shape),
    output: basket,
    refuses: [...editRefuses, ...itemRefuses],
  }),
  'DELETE /v4/checkout/guest/baskets/:basketId/items/:basketItemId': endpoint({
    access: 'anyone',
    summary: 'Remove an item from a guest basket',
    description: 'Removes a donation from a guest’s basket. Requires the token of the basket.',
    input: ofGuest.extend(removeItemInput.shape),
    output: basket,
    refuses: editRefuses,
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
      'Charges all items in the basket’s currency with one payment and returns the same as the donate call; amounts of `lineItems` are in decimal major units. Requires the token of the basket, and charges once for each Idempotency-Key.',
    input: ofGuest.extend(checkout.shape),
    output: donateResult,
    money: true,
    canWait: true,
    refuses: checkoutRefuses,
  }),
}
