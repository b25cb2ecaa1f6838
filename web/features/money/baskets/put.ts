import type { Filling } from '#modules/money/baskets/contract-basket.ts'
import { Refused } from '../../../lib/api.ts'
import { type Basket, basketCalls, type NewItem, openBasket, broadcastBasket, type Whose } from './filling.ts'

/** The basket with the gift in it, and how to take the gift out again. */
export type Put = { readonly basket: Basket; readonly undo: () => Promise<Basket> }

/** One press: what it sent into which basket, under a key by which the server knows it again. */
type PutRequest = { readonly of: Whose; readonly item: NewItem; readonly key: string }

/** The last request without a response, which may have added the item; the same item is sent again under its key. */
let unanswered: PutRequest | undefined

/**
 * Puts a gift into the basket being filled; where that one is over or gone, into a new one. `userId` empty: a guest's.
 * `currency`: as in `openBasket`.
 */
export async function putIntoBasket(
  filling: Filling | undefined,
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
    if (error instanceof Refused && error.isRetryable) unanswered = request
    throw error
  }
}

/** Checked out, left, expired, or not to be found any more. */
const isOver = (error: unknown): boolean =>
  error instanceof Refused && (error.code === 'basket-not-active' || error.code === 'not-found')

/**
 * A line that is new goes; one that grew, because it was equal, gets its quantity back (baskets-2). Refused when
 * the basket has changed since.
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
