import { ownsDonation } from '#modules/money/giving/index.ts'
import { readableDonations, type ReceiptReaderPorts } from '#modules/money/receipts/index.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import { Problem } from '#shared/problem.ts'
import type { TrailView } from './contract.ts'
import type { PayoutPorts } from './ports.ts'
import { listTrailPayouts, listTrailRows, type TrailRow } from './queries/trails.ts'
import { holdsOfPayment } from './rules/holds.ts'
import { payoutReference } from './rules/reference.ts'
import { isLive } from './rules/states.ts'

/** The ports of a trail: who may read a receipt may read the trails of its donations. */
export type TrailPorts = PayoutPorts & ReceiptReaderPorts

/** Returns the trail of an account's donation; another account's donation isn't found (payouts-15). */
export async function readOwnTrail(ports: TrailPorts, accountId: string, donationId: string): Promise<TrailView> {
  const [row] = (await ownsDonation(ports, accountId, donationId)) ? await listTrailRows(ports.db, [donationId]) : []
  if (!row) throw new Problem('not-found', 'not-found')
  return trailOf(ports, row)
}

/** Returns the trails of a receipt's donations to those who may read the receipt, such as the holder of its link. */
export async function readTrailsOfReceipt(
  ports: TrailPorts,
  viewer: Viewer,
  request: { readonly receiptId: string; readonly token?: string | undefined },
): Promise<{ trails: TrailView[] }> {
  const rows = await listTrailRows(ports.db, await readableDonations(ports, viewer, request))
  if (rows.length === 0) throw new Problem('not-found', 'not-found')
  return { trails: await Promise.all(rows.map((row) => trailOf(ports, row))) }
}

async function trailOf(ports: TrailPorts, row: TrailRow): Promise<TrailView> {
  const instant = ports.clock()
  const payouts = await listTrailPayouts(ports.db, row)
  const isPaidOut = payouts.some(({ hasCharge, state }) => hasCharge && isLive(state))
  const holds = isPaidOut
    ? []
    : holdsOfPayment({ ...row, id: row.intentId, paidAt: row.givenAt }, ports.payoutSettings, instant)
  const dayOf = (at: Date) => localDateIn(row.timeZone, at)
  return {
    donationId: row.donationId,
    currency: row.currency,
    charity: row.charity,
    campaign: row.campaign,
    givenOn: dayOf(row.givenAt),
    gift: row.gift,
    zakat: row.zakat,
    coveredFee: row.coveredFee,
    processingFee: row.processingFee,
    feeBearer: feeBearerOf(row),
    heldUntil: holds.find(({ until }) => until)?.until ?? null,
    isHeld: holds.length > 0,
    payouts: payouts.map(({ number, state, amount, draftedAt, sentAt, paidOn }) => ({
      reference: payoutReference(number),
      state,
      amount,
      draftedOn: dayOf(draftedAt),
      sentOn: sentAt && dayOf(sentAt),
      paidOn,
    })),
    returned: row.returned,
  }
}

function feeBearerOf({ coveredFee, isFeeOfCampaign }: TrailRow): TrailView['feeBearer'] {
  if (coveredFee > 0n) return 'donor'
  return isFeeOfCampaign ? 'charity' : 'platform'
}
