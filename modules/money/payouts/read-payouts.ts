import type { z } from 'zod'
import type { StaffOrganization } from '#modules/causes/organizations/index.ts'
import { findOrganizationForStaff } from '#modules/causes/organizations/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import { required } from '#shared/collections.ts'
import { isUuid } from '#shared/ids.ts'
import type { Db } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { payoutView, statementView } from './contract-views.ts'
import { readOverview } from './overview.ts'
import type { PayoutPorts } from './ports.ts'
import { payoutCurrenciesOf } from './queries/charity.ts'
import { findPayout, listPayoutsById, listPayoutsOf, type Payout } from './queries/payouts.ts'
import { countStatementRows, listCampaignParts, listReleases, listStatementRows } from './queries/statement.ts'
import { payoutReference } from './rules/reference.ts'
import { viewOfOverview, viewOfPayout } from './views.ts'

/** Rows of a statement on its page; the CSV file has all of them. */
const rowsShown = 500

/** Returns a charity's money in each of its currencies and a page of its payouts (payouts-14). */
export async function readPayouts(
  ports: PayoutPorts,
  charity: StaffOrganization,
  { limit, before }: { readonly limit: number; readonly before: string },
) {
  const currencies = await payoutCurrenciesOf(ports.db, charity.id)
  const payouts = await listPayoutsOf(ports.db, charity.id, {
    limit: limit + 1,
    before: before === '' ? undefined : BigInt(before),
  })
  const shown = payouts.slice(0, limit)
  return {
    charity: { id: String(charity.id), name: charity.name },
    currencies: await Promise.all(
      currencies.map(async (currency) =>
        viewOfOverview(
          currency,
          await readOverview(ports, ports.db, { organizationId: charity.id, currency }),
          charity.timeZone,
        ),
      ),
    ),
    payouts: shown.map(viewOfPayout),
    next: payouts.length > limit ? String(required(shown.at(-1)).number) : null,
  }
}

/** Returns these payouts of a charity, in any order; those of another charity are absent. */
export const listPayoutViews = async (
  db: Db,
  organizationId: bigint,
  ids: readonly string[],
): Promise<z.output<typeof payoutView>[]> => (await listPayoutsById(db, organizationId, ids)).map(viewOfPayout)

/** Finds a payout; of a charity, if one is given. Throws 404 for another charity's (security-3). */
export async function findReadPayout(ports: PayoutPorts, payoutId: string, organizationId?: bigint): Promise<Payout> {
  const payout = isUuid(payoutId) ? await findPayout(ports.db, payoutId) : undefined
  if (!payout || (organizationId !== undefined && payout.organizationId !== organizationId))
    throw new Problem('not-found', 'payout-not-found')
  return payout
}

/** Returns a payout's statement (payouts-14): its first rows, and all sums. */
export async function readStatement(ports: PayoutPorts, payout: Payout): Promise<z.output<typeof statementView>> {
  const { db } = ports
  const charity = required(await findOrganizationForStaff(db, payout.organizationId), 'charity')
  const rows = await listStatementRows(db, payout.id, { limit: rowsShown })
  return {
    payout: viewOfPayout(payout),
    charity: { id: String(charity.id), name: charity.name },
    campaigns: (await listCampaignParts(db, payout.id)).map((part) => ({
      id: String(part.campaignId),
      name: part.campaign,
      zakat: part.zakat,
      rest: part.rest,
      reserve: part.reserve,
      released: part.released,
    })),
    releases: (await listReleases(db, payout.id)).map(({ number, campaignId, amount }) => ({
      reference: payoutReference(number),
      campaignId: String(campaignId),
      amount,
    })),
    rows: rows.map((row) => ({
      date: localDateIn(charity.timeZone, row.at),
      kind: row.kind,
      reference: row.reference,
      donor: row.donor,
      campaign: row.campaign,
      gift: row.gift,
      coveredFee: row.coveredFee,
      processingFee: row.processingFee,
      other: row.other,
      zakat: row.zakat,
      net: row.net,
    })),
    rowCount: rows.length < rowsShown ? rows.length : await countStatementRows(db, payout.id),
  }
}
