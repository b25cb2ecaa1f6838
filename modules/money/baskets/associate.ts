import { required } from '#shared/collections.ts'
import { isUuid } from '#shared/ids.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { getPreferences, verifyToken, type Viewer } from '#modules/platform/identity/index.ts'
import type { BasketView } from './contract-basket.ts'
import { endPayment } from './checkout.ts'
import { expireBaskets } from './expire-baskets.ts'
import { basketAccountOf, notFound } from './open-basket.ts'
import { type Basket, findBasket, lockActiveBasket, lockBasket, saveBasket } from './basket-queries.ts'
import { joinedCurrency } from './rules/currency.ts'
import { mergeLines } from './rules/line.ts'
import { statusAt } from './rules/status.ts'
import { type BasketPorts, basketViewOf } from './view.ts'

/**
 * Moves a guest's basket to the account after login: it becomes the account's, or its lines join the account's active
 * basket. Requires the account's session and the basket's token. Can be repeated and then returns the same result.
 */
export async function associate(
  ports: BasketPorts,
  viewer: Viewer,
  ids: { userId: string; basketId: string; token: string },
): Promise<BasketView> {
  const accountId = basketAccountOf(viewer, ids.userId)
  const payload = verifyToken(ports.tokenSecret, ids.token, ports.clock())
  if (!isUuid(ids.basketId) || payload?.kind !== 'basket' || payload.subject !== ids.basketId) throw notFound()
  await expireBaskets(ports, { accountId })
  const { giveAnonymously = false } = await getPreferences(ports, accountId)
  const move = () => ports.write((tx) => moveToOwner(tx, ports.clock(), { accountId, basketId: ids.basketId }))
  try {
    return await basketViewOf(ports, await move())
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    // The account got an active basket meanwhile, so the lines join that one.
    return basketViewOf(ports, await move())
  }

  async function moveToOwner(
    tx: Tx,
    now: Date,
    { accountId: owner, basketId }: { accountId: string; basketId: string },
  ): Promise<Basket> {
    const basket = await lockBasket(tx, basketId)
    if (!basket || (basket.accountId !== null && basket.accountId !== owner)) throw notFound()
    if (basket.mergedInto) return required(await findBasket(tx, basket.mergedInto))
    if (basket.accountId === owner) return basket
    if (statusAt(basket, now) !== 'active') throw new Problem('conflict', 'basket-not-active')
    const filling = await lockActiveBasket(tx, owner)
    if (!filling) {
      const isAnonymous = basket.isAnonymous || giveAnonymously
      const theirs = { ...basket, accountId: owner, isAnonymous, version: basket.version + 1, changedAt: now }
      await saveBasket(tx, theirs)
      return theirs
    }
    // A basket may change owners during a payment, but its lines can't be merged.
    if (!(await endPayment(tx, basket))) throw new Problem('conflict', 'attempt-in-progress', { retryAfterSeconds: 5 })
    const basketCurrency = joinedCurrency(filling, basket)
    const tipIn = (basket: Basket): bigint => (basket.currency === basketCurrency.currency ? basket.tip : 0n)
    const joined = {
      ...filling,
      ...basketCurrency,
      // The request for anonymity and a typed name survive the login.
      isAnonymous: filling.isAnonymous || basket.isAnonymous,
      displayName: filling.displayName || basket.displayName,
      displayPlace: filling.displayPlace || basket.displayPlace,
      newsletter: filling.newsletter || basket.newsletter,
      lines: mergeLines(filling.lines, basket.lines),
      tip: tipIn(filling) + tipIn(basket),
      version: filling.version + 1,
      changedAt: now,
    }
    await saveBasket(tx, joined)
    await saveBasket(tx, {
      ...basket,
      accountId: owner,
      status: 'abandoned',
      lines: [],
      mergedInto: filling.id,
      version: basket.version + 1,
      changedAt: now,
    })
    return joined
  }
}
