import { localDateIn } from '#shared/calendar.ts'
import { one } from '#shared/collections.ts'
import type { ResultOf } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { authorizeForCharity } from '#modules/organizers/charities/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { charityDonorsContract } from '../contract-donors.ts'
import { donationView } from '../donations/list-donations.ts'
import { planView } from '../plans/plan-view.ts'
import type { CharityDonorPorts } from '../ports.ts'
import { findDonations } from '../queries/donations.ts'
import { findDonorKey, listDonationsOfDonor } from '../queries/donors.ts'
import { findDonorGroups } from '../queries/merges.ts'
import { listPlans } from '../queries/plans.ts'
import { listNotes } from '../queries/records.ts'
import { keysOfPeople, personOfDonor } from '../rules/donor-groups.ts'
import { donorView, readDonors } from './donor-view.ts'

/** Donations and plans on the page of a donor; older ones are found in the list of donations. */
const shownMax = 100

/**
 * Returns a donor of a charity by one of their donations: history, plans, notes and tags. An anonymous donation and
 * another charity's aren't found (privacy-1, security-3).
 */
export async function readCharityDonor(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  request: { readonly organizationId: bigint; readonly donationId: string },
): Promise<ResultOf<typeof charityDonorsContract, 'GET /v4/organizations/:organizationId/donors/:donationId'>> {
  const { charity } = await authorizeForCharity(ports, viewer, request.organizationId, 'donors', 'reading')
  const key = await findDonorKey(ports.db, request)
  if (!key) throw new Problem('not-found', 'not-found')
  const { timeZone } = charity
  const groups = await findDonorGroups(ports.db, charity.id)
  const person = personOfDonor(groups, key)
  const donor = { organizationId: charity.id, keys: keysOfPeople(groups, [person]) }
  const [donors, ids, notes, plans] = await Promise.all([
    readDonors(ports, { organizationId: charity.id, groups, keys: [person] }),
    listDonationsOfDonor(ports.db, { ...donor, limit: shownMax }),
    listNotes(ports.db, donor),
    listPlans(ports.db, { organizationId: charity.id, donorKeys: donor.keys }, { limit: shownMax }),
  ])
  const donations = await findDonations(ports.db, charity.id, ids)
  return {
    charity: { id: String(charity.id), name: charity.name },
    donor: donorView(one(donors), { now: ports.clock(), timeZone }),
    history: ids.flatMap((id) => {
      const row = donations.get(id)
      return row ? donationView(row, timeZone) : []
    }),
    plans: plans.map((plan) => planView(plan, timeZone)),
    notes: notes.map(({ id, body, author, writtenAt }) => ({
      id,
      text: body,
      author,
      writtenOn: localDateIn(timeZone, writtenAt),
    })),
  }
}
