import type { BasketSummary } from '#modules/money/baskets/contract-basket.ts'
import { ApiError } from '../../../lib/api.ts'
import { type Basket, basketCalls, type NewItem, openBasket, broadcastBasket, type Whose } from './filling.ts'

/** The basket after adding an item, and a function that removes the item again. */
export type Put = { readonly basket: Basket; readonly undo: () => Promise<Basket> }

/** A request to add an item, with the basket's owner and the idempotency key. */
type PutRequest = { readonly of: Whose; readonly item: NewItem; readonly key: string }

/** The last request without a response, which may have added the item. Sending the same item again reuses its key. */
let unanswered: PutRequest | undefined

/**
 * Adds an item to the active basket, or to a new one if that basket is closed or gone. `userId`: empty for a guest.
 * `currency`: as in `openBasket`.
 */
export async function putIntoBasket(
  filling: BasketSummary | undefined,
  userId: string,
  item: NewItem,
  currency: string | undefined,
): Promise<Put> {
  const lost = unanswered && JSON.stringify(unanswered.item) === JSON.stringify(item) ? unanswered : undefined
  unanswered = undefined
  const request = lost ?? { of: await openBasket(filling, userId, currency), item, key: crypto.randomUUID() }
  try {
    return await put(request)
  } catch (error) {
    if (!isOver(error)) throw error
  }
  broadcastBasket(null)
  return put({ ...request, of: await openBasket(undefined, userId, currency) })
}

async function put(request: PutRequest): Promise<Put> {
  const { of, item, key } = request
  try {
    const basket = await basketCalls.add(of, item, key)
    return { basket, undo: () => takeOut(of, item, basket) }
  } catch (error) {
    if (error instanceof ApiError && error.isRetryable) unanswered = request
    throw error
  }
}

/** Returns whether the basket was checked out, abandoned, expired or deleted. */
const isOver = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'basket-not-active' || error.code === 'not-found')

/**
 * Undoes an addition: removes a new line, or restores the quantity of a line that grew because it was equal
 * (baskets-2). Throws if the basket has changed since.
 */
async function takeOut(
  owner: Whose,
  item: NewItem,
  { items, version, addedItemId }: Basket & { readonly addedItemId: string },
): Promise<Basket> {
  const grown = items.find(({ id }) => id === addedItemId)?.quantity ?? 0
  const before = grown - (item.quantity ?? 1)
  return before > 0
    ? basketCalls.update(owner, addedItemId, { ...item, quantity: before }, version)
    : basketCalls.remove(owner, addedItemId, version)
}
