import type { Currency } from '#shared/money.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { getPreferences, type Viewer } from '#modules/platform/identity/index.ts'
import { dayMs } from '#shared/time.ts'
import { findPayer } from './basket-payment-queries.ts'
import { basketReferenceOf, withoutPaid } from './close-rounds.ts'
import type { PaymentInput } from './contract-input.ts'
import type { BasketView, BasketSummary } from './contract-basket.ts'
import {
  type Basket,
  findActiveBasket,
  findBasket,
  insertBasket,
  listBaskets,
  type RequestKey,
} from './basket-queries.ts'
import { basketOf, readBasketWithAddition, insertGuestBasket } from './basket-batches.ts'
import { type BasketStatus, statusAt } from './rules/status.ts'
import { expireBaskets } from './expire-baskets.ts'
import { type BasketPorts, basketViewOf } from './view.ts'

/** Identifies a guest's basket (no `userId`) or an account's. */
export type BasketKey = { readonly basketId: string; readonly userId?: string | undefined }

/**
 * Returns whether the basket is the viewer's, by its account or, without one, by its token. Other viewers get
 * `not-found` (security-3).
 */
const isBasketOf = (basket: Basket, viewer: Viewer, { userId }: BasketKey): boolean =>
  userId === undefined
    ? basket.accountId === null && viewer.kind === 'basket' && viewer.basketId === basket.id
    : viewer.kind === 'account' && viewer.accountId === userId && basket.accountId === userId

export const notFound = () => new Problem('not-found', 'not-found')

/** Returns the account id of the path, which must be the viewer's. */
export function basketAccountOf(viewer: Viewer, userId: string): string {
  if (viewer.kind !== 'account' || viewer.accountId !== userId) throw notFound()
  return userId
}

/** Returns the viewer's basket with the line that this request added earlier, if any. */
export async function findOwnBasket(
  ports: BasketPorts,
  viewer: Viewer,
  basketKey: BasketKey,
  requestKey?: RequestKey,
): Promise<Basket> {
  const read = () =>
    requestKey ? readBasketWithAddition(ports, basketKey.basketId, requestKey.key) : basketOf(ports, basketKey.basketId)
  const basket = isUuid(basketKey.basketId) ? await read() : undefined
  if (!basket || !isBasketOf(basket, viewer, basketKey)) throw notFound()
  return basket
}

export async function readBasket(
  ports: BasketPorts,
  viewer: Viewer,
  basketKey: BasketKey & Partial<PaymentInput>,
): Promise<BasketView> {
  return basketViewOf(ports, await withoutPaid(ports, await findOwnBasket(ports, viewer, basketKey)), basketKey)
}

/** Returns who paid the last part of a guest's basket within a day, so that the next payment has email and name. */
export async function basketDonor(
  ports: BasketPorts,
  viewer: Viewer,
  basketKey: BasketKey,
): Promise<{ readonly email: string; readonly name: string }> {
  const { id, checkouts } = await withoutPaid(ports, await findOwnBasket(ports, viewer, basketKey))
  const since = new Date(ports.clock().getTime() - dayMs)
  return (
    (await findPayer(ports.db, { reference: basketReferenceOf({ id, checkouts: checkouts - 1 }), since })) ?? {
      email: '',
      name: '',
    }
  )
}

/** Returns the summary of the visitor's active basket that every page shows; undefined if there is none. */
export async function findBasketSummary(ports: BasketPorts, viewer: Viewer): Promise<BasketSummary | undefined> {
  if (viewer.kind !== 'account' && viewer.kind !== 'basket') return undefined
  const active =
    viewer.kind === 'account'
      ? await findActiveBasket(ports.db, viewer.accountId)
      : await findBasket(ports.db, viewer.basketId)
  const basket = active && (await withoutPaid(ports, active))
  if (
    !basket ||
    statusAt(basket, ports.clock()) !== 'active' ||
    (viewer.kind === 'basket' && basket.accountId !== null)
  )
    return undefined
  return { id: basket.id, userId: basket.accountId, count: basket.lines.length }
}

export async function readBaskets(
  ports: BasketPorts,
  viewer: Viewer,
  input: { userId: string; status: BasketStatus | undefined; offset: number; limit: number },
): Promise<{ baskets: BasketView[] }> {
  const accountId = basketAccountOf(viewer, input.userId)
  await expireBaskets(ports, { accountId })
  const baskets = await listBaskets(ports.db, { ...input, accountId })
  return { baskets: await Promise.all(baskets.map((basket) => basketViewOf(ports, basket))) }
}

/** The currency of an empty basket whose donor chose none (S1 §9); its first line decides. */
const defaultCurrency = 'USD'

/** `currency` is the donor's choice; undefined lets the first line decide (baskets-4). */
type NewBasket = Pick<Basket, 'accountId'> & { readonly currency: Currency | undefined } & Partial<
    Pick<Basket, 'isAnonymous' | 'newsletter'>
  >

const emptyBasket = (
  ports: BasketPorts,
  { accountId, currency, isAnonymous = false, newsletter = false }: NewBasket,
): Basket => ({
  id: ports.newId(),
  accountId,
  status: 'active',
  version: 1,
  currency: currency ?? defaultCurrency,
  isCurrencyChosen: currency !== undefined,
  tip: 0n,
  isAnonymous,
  displayName: '',
  displayPlace: '',
  paymentMethodId: null,
  newsletter,
  lines: [],
  mergedInto: null,
  checkouts: 0,
  createdAt: ports.clock(),
  changedAt: ports.clock(),
})

export async function createGuestBasket(
  ports: BasketPorts,
  { currency }: { currency?: Currency | undefined },
): Promise<BasketView> {
  const basket = emptyBasket(ports, { accountId: null, currency })
  await insertGuestBasket(ports, basket)
  return basketViewOf(ports, basket)
}

/**
 * Creates the account's active basket or returns the existing one, also for concurrent requests. It starts with the
 * account's preferences for donations (contract-6) and in the account's preferred currency, unless another one is
 * chosen (baskets-4).
 */
export async function createAccountBasket(
  ports: BasketPorts,
  viewer: Viewer,
  input: { userId: string; currency?: Currency | undefined },
): Promise<BasketView> {
  const accountId = basketAccountOf(viewer, input.userId)
  const active = await findActiveBasket(ports.db, accountId)
  if (active && statusAt(active, ports.clock()) === 'active') return basketViewOf(ports, active)
  if (active) await expireBaskets(ports, { accountId })
  const { giveAnonymously, newsletter, preferredCurrency } = await getPreferences(ports, accountId)
  const basket = emptyBasket(ports, {
    accountId,
    currency: input.currency ?? preferredCurrency,
    isAnonymous: giveAnonymously,
    newsletter,
  })
  const made = await ports.write((tx) => insertBasket(tx, basket))
  return basketViewOf(ports, made ? basket : ((await findActiveBasket(ports.db, accountId)) ?? basket))
}
