import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import type { Declared } from '#modules/money/giving/index.ts'
import '../tables.ts'

/** Counts the active plans of guests with this mailbox. */
export async function countGuestPlans(db: Db, email: string): Promise<number> {
  const { count } = await db
    .selectFrom('subscriptions.subscription')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where(sql<string>`lower(guest_email)`, '=', email.toLowerCase())
    .where('state', 'not in', ['cancelled', 'ended'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether any donation of an account is being charged now. */
export const isCollectingOf = async (db: Db, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('subscriptions.occurrence as o')
    .innerJoin('subscriptions.subscription as s', 's.id', 'o.subscription_id')
    .select('o.seq')
    .where('s.account_id', '=', accountId)
    .where('o.state', 'in', ['PROCESSING', 'UNKNOWN'])
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Plans that an account has a live subscription to. */
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

/** The home address of a donation of a plan, and what was asked for with it. */
export type PlanTaxAddress = {
  readonly subscriptionId: string
  readonly taxAddress: PostalAddress
  readonly taxReceipt: boolean
  /** Null: Gift Aid was not declared. */
  readonly declared: Declared | null
}

/** Of payments: one for each plan, in the order of their ids. */
export async function taxAddressesOfPlans(tx: Tx, intentIds: readonly string[]): Promise<PlanTaxAddress[]> {
  if (intentIds.length === 0) return []
  const { rows } = await sql<PlanTaxAddress>`
    select distinct on (d.subscription_id) d.subscription_id as "subscriptionId", d.tax_address as "taxAddress",
      bool_or(d.tax_receipt) over (partition by d.subscription_id) as "taxReceipt",
      case when g.donation_id is not null then json_build_object('at', to_json(g.declared_at), 'ip', g.ip, 'textVersion', g.text_version, 'textHash', g.text_hash) end as declared
    from giving.donation d left join giving.gift_aid_declaration g on g.donation_id = d.id
    where d.intent_id = any(${intentIds}::uuid[]) and d.subscription_id is not null and d.tax_address is not null and d.kept_until is null
    order by d.subscription_id, d.gift_aid desc`.execute(tx)
  return rows
}
