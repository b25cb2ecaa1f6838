import type { Db } from '#shared/ports.ts'
import type { CharityPlanView } from './contract-donors.ts'
import type { CharityDonationView } from './contract.ts'
import { donationView } from './donations/list-donations.ts'
import { planView } from './plans/plan-view.ts'
import { findDonations } from './queries/donations.ts'
import { listPlans } from './queries/plans.ts'

type OfCharity = {
  readonly organizationId: bigint
  /** IANA time zone of the charity, for days. */
  readonly timeZone: string
  readonly ids: readonly string[]
}

/** Returns donations of a charity as its team sees them, by id; those of another charity are absent (privacy-2). */
export async function readDonationViews(
  db: Db,
  { organizationId, timeZone, ids }: OfCharity,
): Promise<Map<string, CharityDonationView>> {
  const donations = await findDonations(db, organizationId, ids)
  return new Map([...donations].map(([id, donation]) => [id, donationView(donation, timeZone)]))
}

/** Returns donors' plans of a charity as its team sees them, without mails, by id; those of another charity are absent. */
export async function readPlanViews(
  db: Db,
  { organizationId, timeZone, ids }: OfCharity,
): Promise<Map<string, CharityPlanView>> {
  const plans = await listPlans(db, { organizationId, ids }, { limit: ids.length })
  return new Map(plans.map((plan) => [plan.id, planView(plan, timeZone)]))
}
