import { one } from '#shared/collections.ts'
import { pseudonymOf, type TokenSecret } from '#modules/platform/identity/index.ts'
import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { uuidv7 } from '#shared/ids.ts'
import type { Tables } from '#shared/ports.ts'
import { feeFor } from '#modules/money/giving/rules/fees/fee-schedules.ts'
import { linearFee } from '#modules/money/giving/rules/fees/fee.ts'
import { orderOf, type PaidDemoDonation } from './demo-order.ts'
import type { Donor } from './donors/donors.ts'
import { attemptRow, declarationRow, donationRow, entryRows, intentRow, type Json, ledgerTxRow } from './detail-rows.ts'
import type { DemoDonation } from './donations.ts'
import { postalCodes, states, streets } from './donors/donor-data.ts'
import type { Random } from './random.ts'

/** The rows of one donation, as if it had been made through the checkout. */
export type DemoDonationData = {
  readonly donation: DemoDonation
  readonly intentId: string
  readonly donationId: string
  readonly donorKey: Buffer
  readonly guestId: string | null
  readonly accountId: string | null
  readonly intent: Insertable<Tables['payments.intent']>
  readonly attempt: Insertable<Tables['payments.attempt']>
  readonly row: Json<Tables['giving.donation']>
  readonly declaration: Json<Tables['giving.gift_aid_declaration']> | undefined
  readonly ledgerTx: Insertable<Tables['ledger.tx']>
  readonly entries: readonly Insertable<Tables['ledger.entry']>[]
  readonly comment: Json<Tables['comments.comment']> | undefined
}

export type DataOptions = {
  readonly random: Random
  readonly tokenSecret: TokenSecret
  readonly accountIds: ReadonlyMap<string, string>
}

/**
 * Creates the rows of a paid donation with its ledger transaction, ready for its receipt. Amounts follow the same rules
 * as for real donations.
 */
export function demoDonationData(
  donation: DemoDonation,
  { random, tokenSecret, accountIds }: DataOptions,
): DemoDonationData {
  const id = (offsetMs = 0) => uuidv7(new Date(donation.at.getTime() + offsetMs), random.bytes(10))
  const paid = payDonation(donation, { random, tokenSecret, accountIds }, id)
  const order = orderOf(paid, random)
  const { intentId, donationId, donorKey, guestId, accountId } = paid
  return {
    donation,
    intentId,
    donationId,
    donorKey,
    guestId,
    accountId,
    intent: intentRow(paid, order),
    attempt: attemptRow(paid),
    row: donationRow(paid, one(order.lines)),
    declaration: declarationRow(paid),
    ledgerTx: ledgerTxRow(paid),
    entries: entryRows(paid),
    comment: commentRow(paid, id),
  }
}

/** Draws a payment's random values. The order of the draws determines the demo's data, so it must not change. */
function payDonation(
  donation: DemoDonation,
  { random, tokenSecret, accountIds }: DataOptions,
  id: (offsetMs?: number) => string,
): PaidDemoDonation {
  const { donor, quote } = donation
  const { email } = donor
  const [intentId, attemptId, donationId, txId] = [id(-90_000), id(-3000), id(-2500), id()]
  const accountId = accountIds.get(email) ?? null
  const guestId = !accountId && donation.words ? id(-95_000) : null
  const name = `${donor.firstName} ${donor.lastName}`
  const ip = `192.0.2.${random.whole(1, 254)}`
  const taxAddress = quote.giftAid || quote.taxReceipt ? addressOf(donor, random) : null
  const shippingAddress = donation.level?.seed.needsShipping ? { ...addressOf(donor, random), name } : null
  const providerFee = linearFee(quote.total, feeFor(donation.method, quote.currency)).amount
  return {
    donation,
    intentId,
    attemptId,
    donationId,
    txId,
    accountId,
    guestId,
    donorKey: pseudonymOf(tokenSecret, `donor|${accountId ? `account:${accountId}` : `email:${email}`}`),
    email,
    name,
    ip,
    scope: requesterScope({ accountId, guestId, intentId }),
    taxAddress,
    shippingAddress,
    location: !donation.isAnonymous && random.chance(0.3) ? donor.city : null,
    providerFee,
    feeShare: quote.feeShare.amount < providerFee ? quote.feeShare.amount : providerFee,
  }
}

function requesterScope({
  accountId,
  guestId,
  intentId,
}: Pick<PaidDemoDonation, 'accountId' | 'guestId' | 'intentId'>): string {
  if (accountId) return `account:${accountId}`
  if (guestId) return `guest:${guestId}`
  return `visit:${createHash('sha256').update(intentId).digest('hex').slice(0, 32)}`
}

function commentRow(
  { donation, donationId, accountId, guestId, location }: PaidDemoDonation,
  id: (offsetMs: number) => string,
): DemoDonationData['comment'] {
  if (!donation.words || !(accountId ?? guestId)) return undefined
  return {
    id: id(120_000),
    campaign_id: donation.campaign.id.toString(),
    donation_id: donationId,
    author_id: accountId ?? guestId,
    body: donation.words,
    display_name: donation.isAnonymous ? '' : donation.donor.firstName,
    display_place: location ?? '',
    created_at: new Date(donation.at.getTime() + 120_000),
    changed_at: null,
    hidden_at: null,
  }
}

function addressOf(donor: Donor, random: Random) {
  const codes = postalCodes[donor.country]
  const regions = states[donor.country]
  return {
    firstName: donor.firstName,
    lastName: donor.lastName,
    line1: `${random.whole(1, 180)} ${random.pick(streets)}`,
    city: donor.city,
    ...(regions ? { state: random.pick(regions) } : {}),
    ...(codes ? { postalCode: random.pick(codes) } : {}),
    country: donor.country,
  }
}
