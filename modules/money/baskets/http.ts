import { type Answer, answer, type Handlers } from '#shared/endpoint.ts'
import type { GivingPorts } from '#modules/money/giving/index.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { associate } from './associate.ts'
import { addBasketItem, removeItem, updateBasketItem } from './change-items.ts'
import { checkout } from './checkout.ts'
import type { basketsContract } from './contract.ts'
import type { BasketView } from './contract-basket.ts'
import { editBasket, setStatus } from './edit-basket.ts'
import { basketDonor, createAccountBasket, createGuestBasket, readBasket, readBaskets } from './open-basket.ts'

/** Sets the cookie with the token of a guest's basket, which every response renews. */
async function withBasketCookie<View extends BasketView>(viewRequest: Promise<View>): Promise<Answer<View>> {
  const view = await viewRequest
  return answer(view, view.token ? { basket: { token: view.token, expiresAt: new Date(view.expiresAt) } } : {})
}

export const basketsHandlers: Handlers<typeof basketsContract, GivingPorts, Viewer> = {
  'POST /v4/checkout/guest/baskets': ({ app, input }) => withBasketCookie(createGuestBasket(app, input)),
  'GET /v4/checkout/guest/baskets/:basketId': ({ app, viewer, input }) =>
    withBasketCookie(readBasket(app, viewer, input)),
  'GET /v4/checkout/guest/baskets/:basketId/donor': ({ app, viewer, input }) => basketDonor(app, viewer, input),
  'PATCH /v4/checkout/guest/baskets/:basketId': ({ app, viewer, input }) =>
    withBasketCookie(editBasket(app, viewer, input)),
  'POST /v4/checkout/guest/baskets/:basketId/items': ({ app, viewer, context, input }) =>
    withBasketCookie(addBasketItem(app, viewer, context, input)),
  'PATCH /v4/checkout/guest/baskets/:basketId/items/:basketItemId': ({ app, viewer, context, input }) =>
    withBasketCookie(updateBasketItem(app, viewer, context, input)),
  'DELETE /v4/checkout/guest/baskets/:basketId/items/:basketItemId': ({ app, viewer, input }) =>
    withBasketCookie(removeItem(app, viewer, input)),
  'PATCH /v4/checkout/guest/baskets/:basketId/status': ({ app, viewer, input }) =>
    withBasketCookie(setStatus(app, viewer, input)),
  'POST /v4/checkout/guest/baskets/:basketId/checkout': ({ app, viewer, context, input }) =>
    checkout(app, viewer, context, input),
  'POST /v4/checkout/:userId/baskets/:basketId/checkout': ({ app, viewer, context, input }) =>
    checkout(app, viewer, context, input),
  'GET /v4/checkout/:userId/baskets': ({ app, viewer, input }) =>
    readBaskets(app, viewer, { ...input, status: input.status }),
  'POST /v4/checkout/:userId/baskets': ({ app, viewer, input }) => createAccountBasket(app, viewer, input),
  'GET /v4/checkout/:userId/baskets/:basketId': ({ app, viewer, input }) => readBasket(app, viewer, input),
  'PATCH /v4/checkout/:userId/baskets/:basketId': ({ app, viewer, input }) => editBasket(app, viewer, input),
  'POST /v4/checkout/:userId/baskets/:basketId/items': ({ app, viewer, context, input }) =>
    addBasketItem(app, viewer, context, input),
  'PATCH /v4/checkout/:userId/baskets/:basketId/items/:basketItemId': ({ app, viewer, context, input }) =>
    updateBasketItem(app, viewer, context, input),
  'DELETE /v4/checkout/:userId/baskets/:basketId/items/:basketItemId': ({ app, viewer, input }) =>
    removeItem(app, viewer, input),
  'PATCH /v4/checkout/:userId/baskets/:basketId/status': ({ app, viewer, input }) => setStatus(app, viewer, input),
  'PATCH /v4/checkout/:userId/baskets/:basketId/associate': ({ app, viewer, input }) => associate(app, viewer, input),
}
