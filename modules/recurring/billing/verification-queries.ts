import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'

/** Refusals of a plan's causes, one row each: null if the next occurrence can be collected. */
const refusals = (now: Date) => sql`
  cross join lateral (
    select count(*) filter (where refusal is null) as accepted, coalesce(bool_and(is_closed), false) as all_closed, coalesce(bool_or(refusal = 'charity-not-verified'), false) as lacks_charity,
      max(verified_until) filter (where refusal = 'charity-not-verified') as verified_until
    from (
      select campaigns.donation_refusal(array[c.id], true, ${now}) as refusal, o.verified_until, o.closed_at is not null as is_closed
      from jsonb_array_elements(s.causes) cause
      join campaigns.campaign c on c.id = (cause->>'campaignId')::bigint
      join organizations.organization o on o.id = c.organization_id) each) r`

const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id)

/** Active plans that can't be collected, at least partly because a verification is missing. */
export const plansToPause = async (db: Db, now: Date, limit: number): Promise<string[]> =>
  ids(
    (
      await sql<{ id: string }>`select s.id from subscriptions.subscription s ${refusals(now)}
        where s.state = 'active' and r.accepted = 0 and r.lacks_charity order by s.id limit ${limit}`.execute(db)
    ).rows,
  )

/** Plans that run or are paused and whose every cause is of a closed charity. */
export const plansOfClosed = async (db: Db, now: Date, limit: number): Promise<string[]> =>
  ids(
    (
      await sql<{ id: string }>`select s.id from subscriptions.subscription s ${refusals(now)}
        where s.state not in ('cancelled', 'ended') and r.all_closed order by s.id limit ${limit}`.execute(db)
    ).rows,
  )

/** Plans paused for a missing verification that can be collected again. */
export const plansToResume = async (db: Db, now: Date, limit: number): Promise<string[]> =>
  ids(
    (
      await sql<{ id: string }>`select s.id from subscriptions.subscription s ${refusals(now)}
        where s.state = 'paused' and s.because = 'charity' and r.accepted > 0 order by s.id limit ${limit}`.execute(db)
    ).rows,
  )

export type PausedPlan = { readonly id: string; readonly verifiedUntil: Date | null; readonly changedAt: Date }

/** Plans paused for a missing verification, with the last end of their charities' verifications; after an id. */
export const plansPausedForCharity = async (
  db: Db,
  now: Date,
  after: string | undefined,
  limit: number,
): Promise<PausedPlan[]> =>
  (
    await sql<PausedPlan>`select s.id, r.verified_until as "verifiedUntil", s.changed_at as "changedAt" from subscriptions.subscription s ${refusals(now)}
      where s.state = 'paused' and s.because = 'charity' and (${after ?? null}::uuid is null or s.id > ${after ?? null}::uuid) order by s.id limit ${limit}`.execute(
      db,
    )
  ).rows

export type ExpiredCharity = {
  readonly subscriptionId: string
  readonly organizationId: bigint
  readonly name: string
  readonly nameAr: string | null
  readonly timeZone: string
  readonly verifiedUntil: Date
}

/**
 * Active plans that are still collected for charities whose verification has ended and whose donors haven't been
 * notified.
 */
export const plansOfExpired = async (db: Db, now: Date, limit: number): Promise<ExpiredCharity[]> =>
  (
    await sql<ExpiredCharity>`
      select distinct s.id as "subscriptionId", o.id as "organizationId", o.name, o.name_ar as "nameAr", o.time_zone as "timeZone", o.verified_until as "verifiedUntil"
      from organizations.organization o
      join campaigns.campaign c on c.organization_id = o.id
      join subscriptions.subscription s on s.state = 'active' and s.causes @> jsonb_build_array(jsonb_build_object('campaignId', c.id::text))
      where not organizations.can_receive_donations(o.verification_state, o.verified_until, ${now})
        and organizations.can_collect_plans(o.verification_state, o.verified_until, ${now})
        and not exists (select from subscriptions.sent_notice t where t.subscription_id = s.id
          and t.notice = 'charity-expired.' || s.id || '.' || o.id || '.' || (extract(epoch from o.verified_until) * 1000)::bigint)
      order by s.id, o.id limit ${limit}`.execute(db)
  ).rows

/** Name of that notice: sent once for each end of a verification. */
export const expiredNotice = ({ subscriptionId, organizationId, verifiedUntil }: ExpiredCharity): string =>
  `charity-expired.${subscriptionId}.${organizationId}.${verifiedUntil.getTime()}`
