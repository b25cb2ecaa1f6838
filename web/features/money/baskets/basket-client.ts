import type { ProductContract } from '#modules/contract.ts'
import type { BasketSummary } from '#modules/money/baskets/contract-basket.ts'
import type { InputOf, OutputOf } from '#shared/endpoint.ts'
import { api, type CallOptions, ApiError } from '#web/lib/api.ts'
import { readStored } from '#web/lib/storage.ts'
import { broadcastBasket } from './basket-channel.ts'

export type Basket = OutputOf<ProductContract, 'GET /v4/checkout/guest/baskets/:basketId'>
export type NewItem = InputOf<ProductContract, 'POST /v4/checkout/guest/baskets/:basketId/items'>['item']
export type BasketOwner = { readonly id: string; readonly userId: string | null }

export { onBasketChangedElsewhere, broadcastBasket, useActiveBasket } from './basket-channel.ts'

/**
 * Returns the active basket, or creates one. `userId`: empty for a guest. `currency`: the donor's display currency;
 * undefined to use the first donation's (baskets-4).
 */
export async function openBasket(
  filling: BasketSummary | undefined,
  userId: string,
  currency: string | undefined,
): Promise<BasketOwner> {
  if (filling) return filling
  const kept = readStored('basket')
  if (kept && !userId) {
    // A page restored from the cache may predate the basket, so the id in this browser's storage is used.
    const basket = await api('GET /v4/checkout/guest/baskets/:basketId', { basketId: kept }).catch(
      (error: ApiError) => {
        // The basket is gone or belongs to another account: create a new one. On other errors a new basket would hide
        // this one.
        if (![401, 403, 404].includes(error.status)) throw error
      },
    )
    if (basket?.status === 'active') return basket
  }
  const chosen = currency ? { currency } : {}
  return userId
    ? api('POST /v4/checkout/:userId/baskets', { userId, ...chosen })
    : api('POST /v4/checkout/guest/baskets', chosen)
}

/** The basket requests, at the path of its owner. Every response is broadcast to all tabs. */
export const basketCalls = {
  read: async (owner: BasketOwner, currency?: string): Promise<Basket> => {
    const request = currency ? { basketCurrency: currency } : {}
    return broadcastResponse(
      owner.userId
        ? api('GET /v4/checkout/:userId/baskets/:basketId', { userId: owner.userId, basketId: owner.id, ...request })
        : api('GET /v4/checkout/guest/baskets/:basketId', { basketId: owner.id, ...request }),
    )
  },
  /** Adds an item once per `key`, however often it is sent. */
  add: (owner: BasketOwner, item: NewItem, key: string) => {
    const headers = { 'idempotency-key': key }
    return broadcastResponse(
      owner.userId
        ? api(
            'POST /v4/checkout/:userId/baskets/:basketId/items',
            { userId: owner.userId, basketId: owner.id, item },
            { headers },
          )
        : api('POST /v4/checkout/guest/baskets/:basketId/items', { basketId: owner.id, item }, { headers }),
    )
  },
  update: (
    owner: BasketOwner,
    basketItemId: string,
    item: NewItem,
    version?: number,
    options?: CallOptions,
  ): Promise<Basket> =>
    broadcastResponse(
      owner.userId
        ? api(
            'PATCH /v4/checkout/:userId/baskets/:basketId/items/:basketItemId',
            { userId: owner.userId, basketId: owner.id, basketItemId, item, version },
            options,
          )
        : api(
            'PATCH /v4/checkout/guest/baskets/:basketId/items/:basketItemId',
            { basketId: owner.id, basketItemId, item, version },
            options,
          ),
    ),
  remove: (owner: BasketOwner, basketItemId: string, version?: number, options?: CallOptions): Promise<Basket> =>
    broadcastResponse(
      owner.userId
        ? api(
            'DELETE /v4/checkout/:userId/baskets/:basketId/items/:basketItemId',
            { userId: owner.userId, basketId: owner.id, basketItemId, version },
            options,
          )
        : api(
            'DELETE /v4/checkout/guest/baskets/:basketId/items/:basketItemId',
            { basketId: owner.id, basketItemId, version },
            options,
          ),
    ),
  edit: (
    owner: BasketOwner,
    change: Omit<InputOf<ProductContract, 'PATCH /v4/checkout/guest/baskets/:basketId'>, 'basketId'>,
    options?: CallOptions,
  ): Promise<Basket> =>
    broadcastResponse(
      owner.userId
        ? api(
            'PATCH /v4/checkout/:userId/baskets/:basketId',
            { userId: owner.userId, basketId: owner.id, ...change },
            options,
          )
        : api('PATCH /v4/checkout/guest/baskets/:basketId', { basketId: owner.id, ...change }, options),
    ),
}

async function broadcastResponse<Answered extends Basket>(response: Promise<Answered>): Promise<Answered> {
  const basket = await response
  broadcastBasket(basket)
  return basket
}

/**
 * Handles a version conflict: if the basket is exactly one version newer and contains the change, the change succeeded
 * and only its response was lost.
 */
export const recoverLostResponse =
  (version: number | undefined, isMade: (basket: Basket) => boolean) =>
  (error: unknown): Basket => {
    const basket =
      error instanceof ApiError && error.code === 'basket-changed' ? (error.body.basket as Basket) : undefined
    if (!basket || basket.version - 1 !== version || !isMade(basket)) throw error
    broadcastBasket(basket)
    return basket
  }
