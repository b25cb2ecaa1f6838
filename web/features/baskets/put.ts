import type { Filling } from '#modules/baskets/contract.ts'
import { Refused } from '../../lib/api.ts'
import { type Basket, basketCalls, type NewItem, openBasket, tellOfBasket, type Whose } from './filling.ts'

/** The basket with the gift in it, and how to take the gift out again. */
export type Put = { readonly basket: Basket; readonly undo: () => Promise<Basket> }

/** An addition that nobody answered: it may have been made. */
let unanswered: { readonly basketId: string; readonly before: Basket['items']; readonly sent: string } | undefined

/** Puts a gift into the basket being filled; where that one is over or gone, into a new one. `userId` empty: a guest's. */
export async function putIntoBasket(filling: Filling | undefined, userId: string, item: NewItem): Promise<Put> {
  const known = await openBasket(filling, userId, item.currency)
  const before = isBasket(known) ? known : await stillActive(known)
  if (!before) tellOfBasket(null)
  const of = before ?? (await openBasket(undefined, userId, item.currency))
  const items = before?.items ?? []
  const sent = JSON.stringify(item)
  const lost = unanswered
  unanswered = undefined
  // Asked for once more because the answer was lost, it is not added once more.
  if (before && lost?.basketId === before.id && lost.sent === sent && hasGrownBy(item, lost.before, items))
    return { basket: before, undo: () => takeOut(of, item, lost.before, before) }
  try {
    const basket = await basketCalls.add(of, item)
    return { basket, undo: () => takeOut(of, item, items, basket) }
  } catch (error) {
    if (error instanceof Refused && error.isRetryable) unanswered = { basketId: of.id, before: items, sent }
    throw error
  }
}

/** Whether the basket holds exactly this much more of a gift than before. */
function hasGrownBy(item: NewItem, before: Basket['items'], after: Basket['items']): boolean {
  const pieces = (items: Basket['items']) =>
    items.filter(({ projectId, amount }) => projectId === item.projectId && amount === item.amount).reduce((sum, { quantity }) => sum + quantity, 0)
  return pieces(after) - pieces(before) === (item.quantity ?? 1)
}

/** It was just made or read, so that it need not be asked for. */
const isBasket = (of: Whose): of is Basket => 'items' in of

/** undefined: checked out, expired, or not to be found any more. */
async function stillActive(of: Whose): Promise<Basket | undefined> {
  try {
    const basket = await basketCalls.read(of)
    return basket.status === 'active' ? basket : undefined
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined
    throw error
  }
}

/** A line that is new goes; one that grew, because it was equal, gets its quantity back (decisions.md 45). Refused when the basket has changed since. */
async function takeOut(of: Whose, item: NewItem, before: Basket['items'], basket: Basket): Promise<Basket> {
  const { id, quantity } = whatChanged(before, basket.items)
  return quantity === undefined ? basketCalls.remove(of, id, basket.version) : basketCalls.update(of, id, { ...item, quantity }, basket.version)
}

type Kept = Pick<Basket['items'][number], 'id' | 'quantity'>

/** The line that adding made or grew; `quantity`: what it had before, undefined for a new one. */
export function whatChanged(before: readonly Kept[], after: readonly Kept[]): { readonly id: string; readonly quantity: number | undefined } {
  const had = new Map(before.map(({ id, quantity }) => [id, quantity]))
  const changed = after.find(({ id, quantity }) => had.get(id) !== quantity)
  if (!changed) throw new Error('nothing was added to the basket')
  return { id: changed.id, quantity: had.get(changed.id) }
}
