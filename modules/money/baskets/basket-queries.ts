import type { Currency } from '#shared/money.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { StoredLine } from './rules/line.ts'
import type { BasketStatus } from './rules/status.ts'
import './tables.ts'

/** Hashes of a request's key and body, which reveal nothing about the donor. */
export type RequestKey = { readonly key: string; readonly requestHash: string }

export type Basket = {
  readonly id: string
  /** Null for a guest's basket, which its token authorizes. */
  readonly accountId: string | null
  readonly status: BasketStatus
  readonly version: number
  readonly currency: Currency
  /** True if the donor chose the currency; otherwise it is that of the first line (baskets-4). */
  readonly isCurrencyChosen: boolean
  /** The tip of the whole basket, in minor units of `currency`. */
  readonly tip: bigint
  readonly isAnonymous: boolean
  readonly displayName: string
  readonly displayPlace: string
  readonly paymentMethodId: string | null
  readonly newsletter: boolean
  readonly lines: readonly StoredLine[]
  readonly mergedInto: string | null
  /** Number of payments so far. A basket with remaining lines stays active. */
  readonly checkouts: number
  readonly createdAt: Date
  readonly changedAt: Date
  /** The line of the current addition, or of an earlier one by the same request. */
  readonly added?: Added
}

/** The line that a donation created or extended, and its request key, if any. */
type Added = { readonly lineId: string; readonly requestKey: RequestKey | undefined }

const columns = [
  'id',
  'account_id as accountId',
  'status',
  'version',
  'currency',
  'is_currency_chosen as isCurrencyChosen',
  'tip',
  'is_anonymous as isAnonymous',
  'display_name as displayName',
  'display_place as displayPlace',
  'payment_method_id as paymentMethodId',
  'newsletter',
  'lines',
  'merged_into as mergedInto',
  'checkouts',
  'created_at as createdAt',
  'changed_at as changedAt',
] as const

export const changeable = (basket: Basket) => ({
  account_id: basket.accountId,
  status: basket.status,
  version: basket.version,
  currency: basket.currency,
  is_currency_chosen: basket.isCurrencyChosen,
  tip: basket.tip,
  is_anonymous: basket.isAnonymous,
  display_name: basket.displayName,
  display_place: basket.displayPlace,
  payment_method_id: basket.paymentMethodId,
  newsletter: basket.newsletter,
  lines: JSON.stringify(basket.lines),
  merged_into: basket.mergedInto,
  checkouts: basket.checkouts,
  changed_at: basket.changedAt,
})

/** Inserts an account's basket; undefined if the account has another active one. */
export const insertBasket = (tx: Tx, basket: Basket) =>
  tx
    .insertInto('baskets.basket')
    .values({ ...changeable(basket), id: basket.id, created_at: basket.createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

export const findBasket = (db: Db, id: string): Promise<Basket | undefined> =>
  db.selectFrom('baskets.basket').select(columns).where('id', '=', id).executeTakeFirst()

/** Reads a basket and locks it until the transaction ends. */
export const lockBasket = (tx: Tx, id: string): Promise<Basket | undefined> =>
  tx.selectFrom('baskets.basket').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export const findActiveBasket = (db: Db, accountId: string): Promise<Basket | undefined> =>
  db
    .selectFrom('baskets.basket')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('status', '=', 'active')
    .executeTakeFirst()

export const lockActiveBasket = (tx: Tx, accountId: string): Promise<Basket | undefined> =>
  tx
    .selectFrom('baskets.basket')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('status', '=', 'active')
    .forUpdate()
    .executeTakeFirst()

export const saveBasket = (tx: Tx, basket: Basket) =>
  tx.updateTable('baskets.basket').set(changeable(basket)).where('id', '=', basket.id).execute()

type ListOf = {
  readonly accountId: string
  readonly status: BasketStatus | undefined
  readonly offset: number
  readonly limit: number
}

/** Lists an account's baskets, newest first. */
export const listBaskets = (db: Db, { accountId, status, offset, limit }: ListOf): Promise<Basket[]> =>
  db
    .selectFrom('baskets.basket')
    .select(columns)
    .where('account_id', '=', accountId)
    .where((e) => (status === undefined ? e.val(true) : e('status', '=', status)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
