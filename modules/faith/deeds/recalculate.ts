import { sql } from 'kysely'
import { ownedByAccounts } from '#modules/money/giving/index.ts'
import { lockAccount } from '#modules/platform/identity/index.ts'
import { hijriOf, type LocalDate } from '#shared/calendar.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import type { DeedsPorts } from './ports.ts'
import { computeSnapshot, computeThresholds, hasAgreed } from './snapshot.ts'

export const deedsTask = 'deeds:recalculate'
type DonorYear = { readonly accountId: string; readonly hijriYear: number }

/** Queues the recalculation of snapshots that contain these donations, after a refund or a returned refund. */
export async function queueRecalculation(
  ports: Pick<Ports, 'enqueue'>,
  tx: Tx,
  donationIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<DonorYear & { readonly day: LocalDate }>`
    select distinct
      s.account_id as "accountId",
      s.hijri_year as "hijriYear",
      (d.given_at at time zone o.time_zone)::date::text as day
    from (${sql.raw(ownedByAccounts)}) w
    join deeds.snapshot s on s.account_id = w.account_id
    join giving.donation d on d.id = w.donation_id
    join campaigns.campaign c on c.id = d.campaign_id
    join organizations.organization o on o.id = c.organization_id
    where w.donation_id = any(${[...donationIds]}::uuid[])
  `.execute(tx)
  for (const { accountId, hijriYear, day } of rows)
    if (hijriOf(day).year === hijriYear)
      await ports.enqueue(tx, deedsTask, { accountId, hijriYear }, { key: `deeds:${accountId}:${hijriYear}` })
}

/** The job: recalculates one donor's snapshot, with ranks by the current data of all donors. */
export const recalculateDeeds = (ports: DeedsPorts, { accountId, hijriYear }: DonorYear): Promise<void> =>
  ports.write(async (tx) => {
    await computeThresholds(ports, tx, hijriYear, { isStale: true })
    if ((await lockAccount(tx, accountId)) && (await hasAgreed(ports.deedsSources, tx, accountId)))
      await computeSnapshot(ports, tx, { accountId, hijriYear })
  })
