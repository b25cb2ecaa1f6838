import type { CharityDonationView } from './contract.ts'
import type { CharityDonorView, CharityPlanView } from './contract-donors.ts'
import { donationView } from './donations/list-donations.ts'
import { donorView, readDonors } from './donors/donor-view.ts'
import { planView } from './plans/plan-view.ts'
import type { CharityDonorPorts } from './ports.ts'
import { findDonations } from './queries/donations.ts'
import { listPlans } from './queries/plans.ts'
import { groupDonors } from './rules/donor-groups.ts'

type Charity = { readonly id: bigint; readonly timeZone: string }
type Reading = Pick<CharityDonorPorts, 'db' | 'clock'>

/** Views of single records for the charity's team. Records of another charity are absent. */
export const charityRecords = {
  /** Returns these donations, in any order. */
  donations: async ({ db }: Reading, charity: Charity, ids: readonly string[]): Promise<CharityDonationView[]> =>
    [...(await findDonations(db, charity.id, ids)).values()].map((donation) =>
      donationView(donation, charity.timeZone),
    ),

  /**
   * Returns the donors with these keys, by the key in hexadecimal digits; one without a named donation is absent. Donors
   * that the team merged stay apart, so that their ids stay.
   */
  donors: async (
    ports: Reading,
    charity: Charity,
    keys: readonly Buffer[],
  ): Promise<ReadonlyMap<string, CharityDonorView>> => {
    const now = ports.clock()
    const donors = await readDonors(ports, { organizationId: charity.id, keys, groups: groupDonors([]) })
    return new Map(
      donors.map((donor) => [donor.key.toString('hex'), donorView(donor, { now, timeZone: charity.timeZone })]),
    )
  },

  /** Returns these plans without their mails, in any order. */
  plans: async ({ db }: Reading, charity: Charity, ids: readonly string[]): Promise<CharityPlanView[]> =>
    (await listPlans(db, { organizationId: charity.id, ids }, { limit: ids.length })).map((plan) =>
      planView(plan, charity.timeZone),
    ),
}
