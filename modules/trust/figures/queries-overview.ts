import { sql } from 'kysely'
import type { CaseKind } from '#modules/trust/moderation/rules/score.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Db } from '#shared/ports.ts'
import { uuidv7 } from '#shared/ids.ts'
import { hourMs } from '#shared/time.ts'
import type { PartMeasures } from './rules/failing-parts.ts'

export type MoneyRow = {
  readonly currency: Currency
  readonly payments: number
  readonly received: bigint
  readonly refunded: bigint
  readonly disputed: bigint
}

/**
 * Sums the money at the payment providers since an instant by currency, as the ledger has it: charges, refunds and
 * disputes. Reads only the ledger's newest rows, because their ids begin with their time.
 */
export async function sumMoneySince(db: Db, since: Date): Promise<MoneyRow[]> {
  const firstId = uuidv7(new Date(since.getTime() - hourMs), new Uint8Array(10))
  const { rows } = await sql<MoneyRow>`
    select
      e.currency::text as currency,
      count(*) filter (where e.meaning = 'charge' and t.reverses_tx_id is null)::int as payments,
      coalesce(sum(e.amount) filter (where e.meaning = 'charge'), 0)::bigint as received,
      coalesce(-sum(e.amount) filter (where e.meaning = 'refund'), 0)::bigint as refunded,
      coalesce(-sum(e.amount) filter (where e.meaning = 'dispute'), 0)::bigint as disputed
    from ledger.tx t
    join ledger.entry e on e.tx_id = t.id
    where t.id >= ${firstId}::uuid
      and t.occurred_at >= ${since}
      and e.account = 'provider_clearing'
      and e.meaning in ('charge', 'refund', 'dispute')
    group by 1
    order by payments desc, currency
  `.execute(db)
  return rows
}

export type CaseAges = {
  readonly kind: CaseKind
  readonly underOneDay: number
  readonly underThreeDays: number
  readonly older: number
  readonly oldestAt: Date
}

/** Counts the open cases of some kinds by age, the oldest first. */
export async function countCasesByAge(db: Db, kinds: readonly CaseKind[], now: Date): Promise<CaseAges[]> {
  const { rows } = await sql<CaseAges>`
    select
      kind,
      count(*) filter (where opened_at > ${now}::timestamptz - interval '24 hours')::int as "underOneDay",
      count(*) filter (
        where opened_at <= ${now}::timestamptz - interval '24 hours'
          and opened_at > ${now}::timestamptz - interval '72 hours'
      )::int as "underThreeDays",
      count(*) filter (where opened_at <= ${now}::timestamptz - interval '72 hours')::int as older,
      min(opened_at) as "oldestAt"
    from moderation.case
    where state = 'open' and kind = any(${kinds}::text[])
    group by kind
    order by min(opened_at), kind
  `.execute(db)
  return rows
}

/** Measures the parts of the installation that can fail. */
export async function measureParts(db: Db, now: Date): Promise<PartMeasures> {
  const { rows } = await sql<PartMeasures>`
    select
      (select coalesce(sum(breaches), 0)::int from ledger.last_check) as breaches,
      (select min(checked_at) from ledger.last_check) as "checkedAt",
      (select min(set_at) from subscriptions.kill_switch) as "chargingStoppedAt",
      (select count(*)::int from outbox.event where failed_at is not null) as "failedEvents",
      (select min(occurred_at) from outbox.event where failed_at is null) as "oldestEventAt",
      (
        select min(due_at)
        from subscriptions.occurrence
        where state = 'SCHEDULED' and due_at <= ${now}
      ) as "oldestDueAt",
      (
        select count(*)::int
        from graphile_worker.jobs
        where locked_at is null and attempts >= max_attempts
      ) as "abandonedJobs",
      (
        select min(next_attempt_at)
        from notifications.mail
        where state = 'queued' and next_attempt_at <= ${now}
      ) as "oldestMailAt"
  `.execute(db)
  return rows[0] as PartMeasures
}

/** Counts the open entries of the manual review queue. */
export const countManualReviews = async (db: Db): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('refunds.manual_review')
        .select((e) => e.fn.countAll<bigint>().as('count'))
        .where('resolved_at', 'is', null)
        .executeTakeFirstOrThrow()
    ).count,
  )

export type BouncedMails = { readonly domain: string; readonly mails: number; readonly lastAt: Date }

/** Counts mails since an instant that a mailbox refused or that were given up, by domain: the most first, at most ten. */
export async function countBouncedMails(db: Db, since: Date): Promise<BouncedMails[]> {
  const { rows } = await sql<BouncedMails>`
    select
      lower(split_part(to_address, '@', 2)) as domain,
      count(*)::int as mails,
      max(created_at) as "lastAt"
    from notifications.mail
    where created_at >= ${since} and (state = 'failed' or refusals > 0)
    group by 1
    order by mails desc, domain
    limit 10
  `.execute(db)
  return rows
}
