import { Problem } from '#shared/problem.ts'
import { ownsDonation, findZakatDonation } from '#modules/money/giving/index.ts'
import { readableDonations, type ReceiptReaderPorts } from '#modules/money/receipts/index.ts'
import type { AccountViewer, Viewer } from '#modules/platform/identity/index.ts'
import { distributionDeadlines } from '../rules/distribution/distribution-deadlines.ts'
import type { DistributionPorts } from './ports.ts'
import { findReassignmentRequest, insertReassignmentRequest } from './reassignment-queries.ts'
import { allocateZakat, todayOf } from './zakat-allocation.ts'

const noteMax = 1000

/**
 * Returns the state of the zakat of the account's donation: received, paid to the charity, distributed, and where and
 * when (zakat-19). 404 for donations of other accounts and donations that aren't zakat.
 */
export async function getDonationDistribution(ports: DistributionPorts, viewer: AccountViewer, donationId: string) {
  const found = (await ownsDonation(ports, viewer.accountId, donationId))
    ? await findDistribution(ports, donationId)
    : undefined
  if (!found) throw new Problem('not-found', 'not-found')
  return { ...found, request: (await findReassignmentRequest(ports.db, donationId)) ?? null }
}

/** Returns the state of the zakat of a donation; undefined if it isn't zakat. */
async function findDistribution(ports: Pick<DistributionPorts, 'db' | 'clock'>, donationId: string) {
  const donation = await findZakatDonation(ports.db, donationId)
  if (!donation) return undefined
  const ofCurrency = (await allocateZakat(ports.db, { campaignId: donation.campaignId, today: todayOf(ports) })).find(
    ({ currency }) => currency === donation.currency,
  )
  const donationDistribution = ofCurrency?.allocation.donations.find((row) => row.donationId === donationId)
  const receipt = ofCurrency?.receipts.find((row) => row.donationId === donationId)
  if (!ofCurrency || !donationDistribution || !receipt) return undefined
  const reports = new Map(ofCurrency.distributions.map((report) => [report.id, report]))
  return {
    currency: donation.currency,
    ...donationDistribution,
    receivedOn: receipt.receivedOn,
    lateFrom: distributionDeadlines(receipt.receivedOn).lateFrom,
    parts: donationDistribution.distributions.flatMap(({ id, amount }) => {
      const report = reports.get(id)
      return report
        ? [{ amount, distributedOn: report.distributedOn, country: report.country, category: report.category }]
        : []
    }),
  }
}

/**
 * Returns the distributions of the zakat of a receipt's donations to those who may read the receipt, such as the holder
 * of its link; donations that aren't zakat are left out.
 */
export async function listDistributionsOfReceipt(
  ports: ReceiptReaderPorts,
  viewer: Viewer,
  request: { readonly receiptId: string; readonly token?: string | undefined },
) {
  const donationIds = await readableDonations(ports, viewer, request)
  const found = await Promise.all(
    donationIds.map(async (donationId) => ({ donationId, parts: (await findDistribution(ports, donationId))?.parts })),
  )
  return found.flatMap(({ donationId, parts }) => (parts ? [{ donationId, parts }] : []))
}

/** Requests that staff reassign the late zakat of the account's own donation; once for each donation (zakat-19). */
export async function requestReassignment(
  ports: DistributionPorts,
  viewer: AccountViewer,
  input: { readonly donationId: string; readonly note: string },
): Promise<void> {
  const note = input.note.trim()
  if (Array.from(note).length > noteMax)
    throw new Problem('validation', 'invalid-input', {
      fields: { note: { code: 'text-too-long', params: { max: noteMax } } },
    })
  const { late } = await getDonationDistribution(ports, viewer, input.donationId)
  if (late === 0n) throw new Problem('conflict', 'zakat-not-late')
  await ports.write((tx) =>
    insertReassignmentRequest(tx, {
      donationId: input.donationId,
      accountId: viewer.accountId,
      note,
      at: ports.clock(),
    }),
  )
}
