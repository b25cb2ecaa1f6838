import { sql } from 'kysely'
import { required } from '#shared/collections.ts'
import type { Db, Tx } from '#shared/ports.ts'

/**
 * Summary of a plan's causes at an instant, one row for each plan: how many accept the next occurrence, and why the
 * others don't. A cause is over once its charity is closed or its hosted page has ended or is archived (content-34,
 * pages-14).
 */
const causes = (now: Date) => sql`
  cross join lateral (
    select
      count(*) filter (where refusal is null) as accepted,
      coalesce(bool_or(refusal = 'charity-not-verified'), false) as lacks_charity,
      coalesce(bool_or(is_page and not is_over), false) as waits_for_page,
      coalesce(bool_and(is_over), false) as all_over,
      coalesce(bool_and(is_closed), false) as all_closed,
      max(verified_until) filter (where refusal = 'charity-not-verified') as verified_until
    from (
      select
        d.reason as refusal,
        o.verified_until,
        o.closed_at is not null as is_closed,
        c.kind in ('hosted-page', 'team', 'supporter') as is_page,
        o.closed_at is not null
          or (
            c.kind in ('hosted-page', 'team', 'supporter')
              and (c.status = 3 or c.archived_at is not null or coalesce(c.ends_at <= ${now}, false))
          ) as is_over
      from jsonb_array_elements(s.causes) cause
      join campaigns.campaign c on c.id = (cause->>'campaignId')::bigint
      join organizations.organization o on o.id = c.organization_id
      cross join lateral campaigns.donation_refusal(array[c.id], true, ${now}) d
    ) each
  ) r
`

/** Reason why a plan pauses or ends. */
export type CausesFault = 'charity' | 'page'
export type PlanAndFault = { readonly id: string; readonly reason: CausesFault }

const pauseReason = sql`case when r.lacks_charity then 'charity' when r.waits_for_page then 'page' end`
const overReason = sql`case when r.all_closed then 'charity' else 'page' end`

/** Returns active plans that can't be charged, because a verification is missing or a hosted page is unpublished. */
export const plansToPause = async (db: Db, now: Date, limit: number): Promise<PlanAndFault[]> =>
  (
    await sql<PlanAndFault>`select s.id, ${pauseReason} as reason from subscriptions.subscription s ${causes(now)}
      where s.state = 'active' and r.accepted = 0 and not r.all_over and (r.lacks_charity or r.waits_for_page)
      order by s.id limit ${limit}`.execute(db)
  ).rows

/** Returns plans that haven't ended and whose causes are all over. */
export const plansWithoutCauses = async (db: Db, now: Date, limit: number): Promise<PlanAndFault[]> =>
  (
    await sql<PlanAndFault>`select s.id, ${overReason} as reason from subscriptions.subscription s ${causes(now)}
      where s.state not in ('cancelled', 'ended') and r.all_over order by s.id limit ${limit}`.execute(db)
  ).rows

/** Returns why a plan without an open cause ends or pauses; null where neither applies. */
export const faultOfPlan = async (
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ readonly over: CausesFault | null; readonly pause: CausesFault | null }> =>
  required(
    (
      await sql<{ readonly over: CausesFault | null; readonly pause: CausesFault | null }>`
        select case when r.all_over then ${overReason} end as over, ${pauseReason} as pause
        from subscriptions.subscription s ${causes(now)} where s.id = ${id}::uuid`.execute(tx)
    ).rows[0],
    'plan',
  )

/** Returns plans paused for a missing verification or an unpublished page that can be charged again. */
export const plansToResume = async (db: Db, now: Date, limit: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select s.id
      from subscriptions.subscription s ${causes(now)}
      where s.state = 'paused' and s.reason in ('charity', 'page') and r.accepted > 0
      order by s.id
      limit ${limit}
    `.execute(db)
  ).rows.map(({ id }) => id)

export type PausedPlan = { readonly id: string; readonly verifiedUntil: Date | null; readonly changedAt: Date }

/**
 * Returns plans paused for a missing verification, with the latest end of their charities' verifications, ordered by id
 * after an id.
 */
export const plansPausedForCharity = async (
  db: Db,
  now: Date,
  after: string | undefined,
  limit: number,
): Promise<PausedPlan[]> =>
  (
    await sql<PausedPlan>`
      select s.id, r.verified_until as "verifiedUntil", s.changed_at as "changedAt"
      from subscriptions.subscription s ${causes(now)}
      where s.state = 'paused'
        and s.reason = 'charity'
        and (${after ?? null}::uuid is null or s.id > ${after ?? null}::uuid)
      order by s.id
      limit ${limit}
    `.execute(db)
  ).rows

export type ExpiredCharity = {
  readonly subscriptionId: string
  readonly organizationId: bigint
  readonly name: string
  readonly nameAr: string | null
  readonly timeZone: string
  readonly verifiedUntil: Date
}

/** Returns active plans that give to charities whose verification has ended and whose donors weren't notified yet. */
export const plansOfExpired = async (db: Db, now: Date, limit: number): Promise<ExpiredCharity[]> =>
  (
    await sql<ExpiredCharity>`
      select distinct
        s.id as "subscriptionId",
        o.id as "organizationId",
        o.name,
        o.name_ar as "nameAr",
        o.time_zone as "timeZone",
        o.verified_until as "verifiedUntil"
      from organizations.organization o
      join campaigns.campaign c on c.organization_id = o.id
      join subscriptions.subscription s on s.state = 'active'
        and s.causes @> jsonb_build_array(jsonb_build_object('campaignId', c.id::text))
      where not organizations.can_receive_donations(o.verification_state, o.verified_until, ${now})
        and organizations.can_collect_plans(o.verification_state, o.verified_until, ${now})
        and not exists (
          select
          from subscriptions.sent_notice t
          where t.subscription_id = s.id
            and t.notice = 'charity-expired.' || s.id || '.' || o.id || '.' || (
              extract(epoch from o.verified_until) * 1000
            )::bigint
        )
      order by s.id, o.id
      limit ${limit}
    `.execute(db)
  ).rows

/** Returns the notice id of an expired verification, which is sent once for each expiry. */
export const expiredNoticeId = ({ subscriptionId, organizationId, verifiedUntil }: ExpiredCharity): string =>
  `charity-expired.${subscriptionId}.${organizationId}.${verifiedUntil.getTime()}`
