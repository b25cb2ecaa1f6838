import { sql } from 'kysely'
import type { Frequency } from '#modules/recurring/plans/rules/plan.ts'
import type { SubscriptionState } from '#modules/recurring/plans/rules/states.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Cursor } from '#shared/cursor.ts'
import type { Db } from '#shared/ports.ts'

/** Which plans of a charity's donors a list contains. */
export type PlanFilters = {
  readonly organizationId: bigint
  readonly state?: SubscriptionState | undefined
  readonly isFailing?: boolean
  readonly donorKey?: Buffer
  readonly ids?: readonly string[]
}

/** A donor's plan that a fundraiser of the charity offers. */
export type PlanRow = {
  readonly id: string
  readonly createdAt: Date
  readonly state: SubscriptionState
  readonly reason: string | null
  readonly frequency: Frequency
  readonly currency: Currency
  /** The amount of each donation in minor units, without tip. */
  readonly gift: bigint | null
  readonly campaignId: bigint
  readonly campaign: string
  /** Failures since the last paid donation. */
  readonly failures: number
  /** Donations that couldn't be collected. */
  readonly failed: number
  readonly paid: number
  readonly nextOn: LocalDate | null
  /** The newest donation of the plan, unless it is anonymous. */
  readonly donationId: string | null
  /** Its public name; null for an anonymous donor, and before the first donation. */
  readonly name: string | null
  readonly closedAt: Date | null
}

/** Lists the plans of a charity's donors, newest first. Plans of the platform's programmes aren't the charity's. */
export const listPlans = async (
  db: Db,
  { organizationId, state, isFailing = false, donorKey, ids }: PlanFilters,
  { limit, before }: { readonly limit: number; readonly before?: Cursor | undefined },
): Promise<PlanRow[]> =>
  (
    await sql<PlanRow>`
      select
        s.id,
        date_trunc('milliseconds', s.created_at) as "createdAt",
        s.state,
        s.reason,
        o.frequency,
        s.currency,
        (s.portions -> 'each' ->> 'gift')::bigint as gift,
        c.id as "campaignId",
        c.name as campaign,
        s.failures,
        (
          select count(*)::integer from subscriptions.occurrence q where q.subscription_id = s.id and q.state = 'FAILED'
        ) as failed,
        (
          select count(*)::integer
          from subscriptions.occurrence q
          where q.subscription_id = s.id and q.state = 'SUCCEEDED'
        ) as paid,
        (
          select min(q.on_date)::text
          from subscriptions.occurrence q
          where q.subscription_id = s.id and q.state = 'SCHEDULED' and s.state = 'active'
        ) as "nextOn",
        d.id as "donationId",
        d.name,
        s.closed_at as "closedAt"
      from campaigns.campaign c
      join plans.plan o on o.campaign_id = c.id
      join subscriptions.subscription s on s.plan_id = o.id
      left join lateral (
        select n.id, giving.public_name(n) as name
        from giving.donation n
        where n.subscription_id = s.id and not n.is_anonymous
        order by n.given_at desc
        limit 1
      ) d
        on true
      where c.organization_id = ${organizationId}
        ${state === undefined ? sql`` : sql`and s.state = ${state}`}
        ${ids === undefined ? sql`` : sql`and s.id = any(${[...ids]}::uuid[])`}
        ${isFailing ? sql`and s.failures > 0 and s.state not in ('cancelled', 'ended')` : sql``}
        ${
          donorKey === undefined
            ? sql``
            : sql`
              and s.id in (
                select n.subscription_id
                from giving.donation n
                where n.donor_key = ${donorKey} and not n.is_anonymous and n.subscription_id is not null
              )
            `
        }
        ${before ? sql`and (s.created_at, s.id) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql``}
      order by s.created_at desc, s.id desc
      limit ${limit}
    `.execute(db)
  ).rows

/** A mail that was sent about a plan. `kind` is null once the mail was deleted. */
export type PlanMail = { readonly id: string; readonly kind: string | null; readonly sentAt: Date }

/** Returns the newest mails about each of these plans. `host`: the one in our mails' Message-IDs. */
export const listPlanMails = async (
  db: Db,
  { ids, host, limit }: { readonly ids: readonly string[]; readonly host: string; readonly limit: number },
): Promise<PlanMail[]> =>
  ids.length === 0
    ? []
    : (
        await sql<PlanMail>`
          select x.*
          from unnest(${[...ids]}::uuid[]) as p(id)
          cross join lateral (
            select n.subscription_id as id, m.kind, n.sent_at as "sentAt"
            from subscriptions.sent_notice n
            left join notifications.mail m on m.message_id = '<plan.' || n.notice || ${`@${host}>`}
            where n.subscription_id = p.id
            order by n.sent_at desc
            limit ${limit}
          ) x
          order by x."sentAt" desc
        `.execute(db)
      ).rows

/** Whether a plan is offered by a fundraiser of this charity. */
export const isPlanOfCharity = async (
  db: Db,
  { organizationId, planId }: { readonly organizationId: bigint; readonly planId: string },
): Promise<boolean> =>
  (
    await sql`
      select 1
      from subscriptions.subscription s
      join plans.plan o on o.id = s.plan_id
      join campaigns.campaign c on c.id = o.campaign_id
      where s.id = ${planId}::uuid and c.organization_id = ${organizationId}
    `.execute(db)
  ).rows.length > 0
