import type { BasketSummary } from '#modules/money/baskets/contract-basket.ts'
import { ApiError } from '#web/lib/api.ts'
import {
  type Basket,
  basketCalls,
  type NewItem,
  openBasket,
  broadcastBasket,
  type BasketOwner,
} from './basket-client.ts'

/** The basket after adding an item, and a function that removes the item again. */
export type AddedItem = { readonly basket: Basket; readonly undo: () => Promise<Basket> }

/** A request to add an item, with the basket's owner and the idempotency key. */
type AddRequest = { readonly owner: BasketOwner; readonly item: NewItem; readonly key: string }

/** The last request without a response, which may have added the item. Sending the same item again reuses its key. */
let pendingRequest: AddRequest | undefined

/**
 * Adds an item to the active basket, or to a new one if that basket is closed or gone. `userId`: empty for a guest.
 * `currency`: as in `openBasket`.
 */
export async function addItemToBasket(
  filling: BasketSummary | undefined,
  userId: string,
  item: NewItem,
  currency: string | undefined,
): Promise<AddedItem> {
  const retried =
    pendingRequest && JSON.stringify(pendingRequest.item) === JSON.stringify(item) ? pendingRequest : undefined
  pendingRequest = undefined
  const request = retried ?? { owner: await openBasket(filling, userId, currency), item, key: crypto.randomUUID() }
  try {
    return await sendRequest(request)
  } catch (error) {
    if (!isBasketClosed(error)) throw error
  }
  broadcastBasket(null)
  return sendRequest({ ...request, owner: await openBasket(undefined, userId, currency) })
}

async function sendRequest(request: AddRequest): Promise<AddedItem> {
  const { owner, item, key } = request
  try {
    const basket = await basketCalls.add(owner, item, key)
    return { basket, undo: () => undoAddition(owner, item, basket) }
  } catch (error) {
    if (error instanceof ApiError && error.isRetryable) pendingRequest = request
    throw error
  }
}

/** Returns whether the basket was checked out, abandoned, expired or deleted. */
const isBasketClosed = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'basket-not-active' || error.code === 'not-found')

/**
 * Undoes an addition: removes a new line, or restores the quantity of a line that grew because it was equal
 * (baskets-2). Throws if the basket has changed since.
 */
async function undoAddition(
  owner: BasketOwner,
  item: NewItem,
  { items, version, addedItemId }: Basket & { readonly addedItemId: string },
): Promise<Basket> {
  const grown = items.find(({ id }) => id === addedItemId)?.quantity ?? 0
  const before = grown - (item.quantity ?? 1)
  return before > 0
    ? basketCalls.update(owner, addedItemId, { ...item, quantity: before }, version)
    : basketCalls.remove(owner, addedItemId, version)
}
