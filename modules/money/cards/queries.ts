import { sql, type Selection } from 'kysely'
import type { Db, Ports, Tx, Tables } from '#shared/ports.ts'
import type { PrintedCard } from '#modules/money/payments/rules/attempt.ts'
import './tables.ts'

/** A saved card; `removedAt` is set if the account removed it. */
export type CardRow = Readonly<Selection<Tables, 'cards.card', (typeof columns)[number]>>

const columns = [
  'id',
  'provider',
  'method_id as methodId',
  'brand',
  'last4',
  'exp_month as expMonth',
  'exp_year as expYear',
  'country',
  'is_default as isDefault',
  'added_at as addedAt',
  'removed_at as removedAt',
] as const

/**
 * Serializes changes of an account's cards. Must run before the account's row is locked, which every new mandate
 * does.
 */
export const lockCards = (tx: Tx, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`cards ${accountId}`}, 0))`.execute(tx)

/** Lists an account's cards, the default first, then the newest. */
export const listCurrentCards = (db: Db, accountId: string): Promise<CardRow[]> =>
  db
    .selectFrom('cards.card')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** The owner of a card: an account, or a plan whose card is used for nothing else. */
export type CardOwner = { readonly accountId: string | null; readonly planId?: string | undefined }

/** Finds a card of this owner, including removed ones; undefined for another owner's card. */
export const findCard = async (
  ports: Ports,
  { accountId, planId }: CardOwner,
  id: string,
): Promise<(CardRow & { readonly customerId: string }) | undefined> =>
  (
    await ports.statement<CardRow & { readonly customerId: string }>(
      'cards.find',
      `
        select
          c.id,
          c.provider,
          c.method_id as "methodId",
          c.brand,
          c.last4,
          c.exp_month as "expMonth",
          c.exp_year as "expYear",
          c.country,
          c.is_default as "isDefault",
          c.added_at as "addedAt",
          c.removed_at as "removedAt",
          coalesce(a.customer_id, p.customer_id) as "customerId"
        from cards.card c
        left join cards.customer a on a.account_id = c.account_id and a.provider = c.provider
        left join cards.customer p on p.plan_id = c.plan_id and p.provider = c.provider
        where c.id = $3 and (c.account_id = $1 or c.plan_id = $2)
      `,
      [accountId, planId ?? null, id],
    )
  )[0]

export type NewCard = {
  readonly id: string
  readonly accountId: string
  readonly provider: string
  readonly methodId: string
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  readonly fingerprint: string | null
  readonly country: string | null
  readonly at: Date
}

/**
 * Stores a card; the first one of an account becomes its default. Undefined if the provider's card is already known.
 */
export const insertCard = (tx: Tx, card: NewCard) =>
  tx
    .insertInto('cards.card')
    .values((e) => ({
      id: card.id,
      account_id: card.accountId,
      provider: card.provider,
      method_id: card.methodId,
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: card.fingerprint,
      country: card.country,
      is_default: e.not(
        e.exists(
          e
            .selectFrom('cards.card')
            .select('id')
            .where('account_id', '=', card.accountId)
            .where('is_default', '=', true),
        ),
      ) as never,
      added_at: card.at,
      removed_at: null,
    }))
    .onConflict((conflict) => conflict.columns(['provider', 'method_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

export const findCardByMethod = (tx: Db, provider: string, methodId: string) =>
  tx
    .selectFrom('cards.card')
    .select(['id', 'account_id as accountId'])
    .where('provider', '=', provider)
    .where('method_id', '=', methodId)
    .executeTakeFirst()

/**
 * Stores the provider's newer id of a card that the account saved before. Returns the card with its older id at the
 * provider; undefined if the account has no such card.
 */
export async function renewCard(
  tx: Tx,
  card: NewCard,
): Promise<{ readonly id: string; readonly oldMethodId: string } | undefined> {
  if (card.fingerprint === null) return undefined
  const row = await tx
    .selectFrom('cards.card')
    .select(['id', 'method_id as oldMethodId', 'exp_month as expMonth', 'exp_year as expYear'])
    .where('account_id', '=', card.accountId)
    .where('provider', '=', card.provider)
    .where('fingerprint', '=', card.fingerprint)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const isLater = row.expMonth !== card.expMonth || row.expYear !== card.expYear
  await tx
    .updateTable('cards.card')
    .set({
      method_id: card.methodId,
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      country: card.country,
    })
    .$if(isLater, (update) => update.set({ last_warning_days: null }))
    .where('id', '=', row.id)
    .execute()
  return row
}

/**
 * Stores what is printed on saved cards now. A new expiry is warned of anew. Anything that a card can't have, and removed
 * cards, change nothing.
 */
export const updatePrinted = (tx: Tx, cards: readonly ({ readonly id: string } & PrintedCard)[]): Promise<unknown> =>
  cards.length === 0
    ? Promise.resolve()
    : sql`
      with
        printed as (
          select distinct on (p.id) p.*
          from json_to_recordset(${JSON.stringify(cards)}::json) as p(
            id uuid, brand text, last4 text, "expMonth" int, "expYear" int
          )
          where p.last4 ~ '^[0-9]{4}$' and p."expMonth" between 1 and 12 and p."expYear" between 2000 and 2200
        ),
        locked as (
          select c.id
          from cards.card c
          join printed p on p.id = c.id
          where c.removed_at is null
            and (c.brand, c.last4, c.exp_month, c.exp_year) is distinct from (
              left(p.brand, 40), p.last4, p."expMonth", p."expYear"
            )
          order by c.id
          for update of c
        )
      update cards.card c
      set
        brand = left(p.brand, 40),
        last4 = p.last4,
        exp_month = p."expMonth",
        exp_year = p."expYear",
        last_warning_days = case
          when (c.exp_month, c.exp_year) = (p."expMonth", p."expYear") then c.last_warning_days
          end
      from printed p, locked l
      where c.id = p.id and c.id = l.id
    `.execute(tx)

/** Marks a card as removed; undefined if the account has no such card. */
export const markCardRemoved = (tx: Tx, accountId: string, id: string, instant: Date) =>
  tx
    .updateTable('cards.card')
    .set({ removed_at: instant, is_default: false })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .returning(['id', 'provider', 'method_id as methodId'])
    .executeTakeFirst()

export const markAllRemoved = (tx: Tx, accountId: string, instant: Date) =>
  tx
    .updateTable('cards.card')
    .set({ removed_at: instant, is_default: false })
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .returning('id')
    .execute()

/**
 * Sets the default card in place of the previous one. Returns false if the account has no such card; then nothing
 * changes.
 */
export async function setDefault(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const own = await tx
    .selectFrom('cards.card')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!own) return false
  await tx
    .updateTable('cards.card')
    .set({ is_default: false })
    .where('account_id', '=', accountId)
    .where('is_default', '=', true)
    .execute()
  await tx.updateTable('cards.card').set({ is_default: true }).where('id', '=', id).execute()
  return true
}

/** Anonymizes the cards and mandates of an erased account; the fact that a mandate was given stays. */
export async function anonymizeCards(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('cards.card')
    .set({ fingerprint: null, country: null })
    .where('account_id', '=', accountId)
    .execute()
  await tx.updateTable('cards.mandate').set({ ip: '' }).where('account_id', '=', accountId).execute()
}
