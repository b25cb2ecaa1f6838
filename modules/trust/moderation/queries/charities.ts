import { generalFundOf } from '#modules/causes/campaigns/index-charity.ts'
import { listNameChanges } from '#modules/causes/organizations/index-names.ts'
import { listOpenRequests } from '#modules/causes/organizations/index-requests.ts'
import type { Db } from '#shared/ports.ts'

/** Returns new names of charities that wait for staff, each with its general fund. */
export async function waitingNames(db: Db, limit: number): Promise<{ id: string; campaignId: bigint }[]> {
  const changes = await listNameChanges(db, limit)
  const funds = await Promise.all(changes.map(({ organizationId }) => generalFundOf(db, organizationId)))
  return changes.flatMap(({ id }, index) => {
    const fund = funds[index]
    return fund ? [{ id, campaignId: fund.id }] : []
  })
}

/** Returns requests of charities that wait for staff, each with its general fund. */
export async function charityRequests(db: Db, limit: number): Promise<{ id: string; campaignId: bigint }[]> {
  const open = await listOpenRequests(db, limit)
  const funds = await Promise.all(open.map(({ organizationId }) => generalFundOf(db, organizationId)))
  return open.flatMap(({ id }, index) => {
    const fund = funds[index]
    return fund ? [{ id, campaignId: fund.id }] : []
  })
}
