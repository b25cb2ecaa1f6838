import { generalFundOf } from '#modules/causes/campaigns/index.ts'
import {
  listNameChanges,
  listOpenCharityRequests,
  listOpenMatches,
  listChangesForStaff,
} from '#modules/causes/organizations/index.ts'
import type { Db } from '#shared/ports.ts'

type OfCharity = { readonly id: string; readonly organizationId: bigint }

/** Returns new names of charities that wait for staff, each with its general fund. */
export const waitingNames = async (db: Db, limit: number) => withFunds(db, await listNameChanges(db, limit))

/** Returns screening matches that wait for staff, each with the charity's general fund. */
export const openMatches = async (db: Db, limit: number) => withFunds(db, await listOpenMatches(db, limit))

/** Returns requests of charities that wait for staff, each with its general fund. */
export const charityRequests = async (db: Db, limit: number) => withFunds(db, await listOpenCharityRequests(db, limit))

/** Returns changes of ownership that wait for staff, each with the charity's general fund. */
export const ownershipRequests = async (db: Db, limit: number) => withFunds(db, await listChangesForStaff(db, limit))

async function withFunds(db: Db, open: readonly OfCharity[]): Promise<{ id: string; campaignId: bigint }[]> {
  const funds = await Promise.all(open.map(({ organizationId }) => generalFundOf(db, organizationId)))
  return open.flatMap(({ id }, index) => {
    const fund = funds[index]
    return fund ? [{ id, campaignId: fund.id }] : []
  })
}
