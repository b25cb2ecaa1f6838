import { sql } from 'kysely'
import { one } from '#shared/collections.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import type { Declared } from '#modules/money/giving/index.ts'
import type { Subscription } from '../subscription-queries.ts'
import '../../tables.ts'

/** Counts the active guest plans of an email address. */
export async function countGuestPlans(db: Db, email: string): Promise<number> {
  const { count } = await db
    .selectFrom('subscriptions.subscription')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where(sql<string>`lower(guest_email)`, '=', email.toLowerCase())
    .where('state', 'not in', ['cancelled', 'ended'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the guest plans of an email address that are not over, newest first. */
export async function guestPlansOf(
  db: Db,
  email: string,
): Promise<Pick<Subscription, 'id' | 'guestId' | 'guestEmail' | 'linkNumber' | 'causes'>[]> {
  return (
    db
      .selectFrom('subscriptions.subscription')
      .select(['id', 'guest_id as guestId', 'guest_email as guestEmail', 'link_number as linkNumber', 'causes'])
      .where(sql<string>`lower(guest_email)`, '=', email.trim().toLowerCase())
      .where('state', 'not in', ['cancelled', 'ended'])
      // The reader of that address said that they aren't the donor.
      .where(sql<boolean>`reason is distinct from 'email-refused'`)
      .orderBy('created_at', 'desc')
      .execute()
  )
}

/** Returns how many of the mails with these Message-IDs are queued or sent. */
export async function countQueuedMails(db: Db, messageIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from notifications.mail where message_id = any(${messageIds}::text[])`.execute(db)
  return one(rows).count
}

/** Returns plans that are over, still have their own card, and have no charge without a result. */
export async function endedPlansWithCard(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id
    from cards.card c
    join subscriptions.subscription s on s.id = c.plan_id
    where c.plan_id is not null
      and c.removed_at is null
      and s.state in ('cancelled', 'ended')
      and not exists (
        select
        from subscriptions.occurrence o
        where o.subscription_id = s.id and o.state in ('PROCESSING', 'UNKNOWN', 'ACTION_REQUIRED')
      )
    limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether a donation of the plan is being charged now. */
export const isChargingPlan = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom('subscriptions.occurrence')
    .select('seq')
    .where('subscription_id', '=', id)
    .where('state', 'in', ['PROCESSING', 'UNKNOWN'])
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Returns the fields of plans that their links contain. */
export const linkedPlansOf = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('subscriptions.subscription')
        .select(['id', 'guest_id as guestId', 'link_number as linkNumber'])
        .where('id', 'in', [...ids])
        .execute()

/** Whether any donation of an account's plans, or of these plans, is being charged now. */
export const isChargingAnyPlan = async (db: Db, accountId: string, ids: readonly string[]): Promise<boolean> =>
  (await db
    .selectFrom('subscriptions.occurrence as o')
    .innerJoin('subscriptions.subscription as s', 's.id', 'o.subscription_id')
    .select('o.seq')
    .where((e) => e.or([e('s.account_id', '=', accountId), sql<boolean>`s.id = any(${ids}::uuid[])`]))
    .where('o.state', 'in', ['PROCESSING', 'UNKNOWN'])
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Returns the plans that an account subscribes to. */
export const plansGivenBy = async (db: Db, accountId: string): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db
        .selectFrom('subscriptions.subscription')
        .select('plan_id as planId')
        .where('account_id', '=', accountId)
        .where('state', 'not in', ['cancelled', 'ended'])
        .execute()
    ).map(({ planId }) => planId),
  )

/** The home address of a plan's donation, and the tax relief requested with it. */
export type PlanTaxAddress = {
  readonly subscriptionId: string
  readonly taxAddress: PostalAddress
  readonly taxReceipt: boolean
  /** Null if Gift Aid was not declared. */
  readonly declared: Declared | null
}

/** Returns the addresses of paid donations, one for each plan, ordered by plan id. */
export async function taxAddressesOfPlans(tx: Tx, intentIds: readonly string[]): Promise<PlanTaxAddress[]> {
  if (intentIds.length === 0) return []
  const { rows } = await sql<PlanTaxAddress>`
    select distinct
      on (d.subscription_id) d.subscription_id as "subscriptionId",
      d.tax_address as "taxAddress",
      bool_or(d.tax_receipt) over (partition by d.subscription_id) as "taxReceipt",
      case
        when g.donation_id is not null then json_build_object(
          'at', to_json(g.declared_at), 'ip', g.ip, 'textVersion', g.text_version, 'textHash', g.text_hash
        )
        end as declared
    from giving.donation d
    left join giving.gift_aid_declaration g on g.donation_id = d.id
    where d.intent_id = any(${intentIds}::uuid[])
      and d.subscription_id is not null
      and d.tax_address is not null
      and d.retained_until is null
    order by d.subscription_id, d.gift_aid desc
  `.execute(tx)
  return rows
}
