import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Tables } from '#shared/ports.ts'
import type { DonationOrder } from '#modules/money/giving/index.ts'
import { donationPurpose } from '#modules/money/giving/order/order.ts'
import { giftAidHashInput, giftAidText } from '#modules/money/giving/rules/gift-aid.ts'
import { wholeBps, zakatEligibleOf } from '#modules/money/giving/rules/zakat-eligible.ts'
import { chargeEntries } from '#modules/money/ledger/index.ts'
import type { OrderLine, PaidDemoDonation } from './demo-order.ts'

/** A row as JSON for PostgreSQL. */
export type Json<Row> = { readonly [C in keyof Row]?: unknown }
/** Returns the payment intent of a donation. */
export function intentRow(
  { donation, intentId, scope }: PaidDemoDonation,
  order: DonationOrder,
): Insertable<Tables['payments.intent']> {
  const { quote, at } = donation
  return {
    id: intentId,
    purpose: donationPurpose,
    order_details: JSON.stringify(order),
    quote_hash: 'demo',
    amount: quote.total.amount,
    currency: quote.currency,
    state: 'SUCCEEDED',
    scope,
    provider: 'demo',
    provider_intent_id: `pi_demo_${intentId}`,
    attempts_made: 1,
    created_at: new Date(at.getTime() - 4000),
    expires_at: new Date(at.getTime() + 1_800_000),
  }
}

/** Returns the only attempt of a payment intent, which succeeded. */
export function attemptRow({
  donation,
  intentId,
  attemptId,
  scope,
  ip,
  email,
}: PaidDemoDonation): Insertable<Tables['payments.attempt']> {
  const { quote, at, method, card, donor } = donation
  return {
    id: attemptId,
    intent_id: intentId,
    state: 'SUCCEEDED',
    provider: 'demo',
    provider_key: attemptId,
    provider_charge_id: `ch_demo_${attemptId}`,
    amount: quote.total.amount,
    currency: quote.currency,
    scope,
    idempotency_key: attemptId,
    request_hash: 'demo',
    method,
    card_brand: card.brand,
    card_last4: card.last4,
    card_fingerprint: null,
    card_country: donor.country,
    decline_code: null,
    decline_class: null,
    ip,
    email_key: email,
    next_lookup_at: null,
    challenge: null,
    challenge_expires_at: null,
    submitted_at: new Date(at.getTime() - 3000),
    settled_at: at,
  }
}

/** Returns the row of the donation. */
export function donationRow(paid: PaidDemoDonation, line: OrderLine): Json<Tables['giving.donation']> {
  const { donation, intentId, attemptId, donationId, accountId, guestId, donorKey, email, name } = paid
  const { quote, at, method, card, donor } = donation
  return {
    id: donationId,
    intent_id: intentId,
    attempt_id: attemptId,
    line: 1,
    campaign_id: line.campaignId,
    account_id: accountId,
    guest_id: guestId,
    donor_key: `\\x${donorKey.toString('hex')}`,
    email,
    name,
    currency: quote.currency,
    gift: line.gift,
    tip: line.tip,
    covered_fee: line.coveredFee,
    processing_fee: paid.feeShare.toString(),
    zakat_eligible: zakatEligible(paid).toString(),
    fee_schedule_version: quote.feeScheduleVersion,
    quantity: 1,
    level_id: line.levelId,
    level_requirements: line.requestedLevelFields ?? null,
    is_zakat: line.isZakat,
    maximize_zakat: line.maximizeZakat,
    gift_aid: line.giftAid,
    tax_receipt: line.taxReceipt,
    is_anonymous: line.isAnonymous,
    custom_name: null,
    location: paid.location,
    note: line.note,
    level_email: line.levelEmail,
    share_address: false,
    receive_updates: line.receiveUpdates,
    newsletter: line.newsletter,
    referred_donor: null,
    source: line.source,
    tax_address: paid.taxAddress,
    shipping_address: paid.shippingAddress,
    billing_address: null,
    encrypted_fields: null,
    payment_method: method,
    card_brand: card.brand,
    card_last4: card.last4,
    save_card: false,
    locale: donor.locale,
    country: donor.country,
    given_at: at,
  }
}

function zakatEligible({ donation: { quote }, feeShare }: PaidDemoDonation): bigint {
  if (!quote.isZakat) return 0n
  const fee = quote.coveredFee.amount > 0n ? 0n : feeShare
  return zakatEligibleOf({ gift: quote.gift.amount, fee, bps: wholeBps })
}

/** Returns the Gift Aid declaration of a donation that has one. */
export function declarationRow({
  donation,
  donationId,
  taxAddress,
  ip,
}: PaidDemoDonation): Json<Tables['giving.gift_aid_declaration']> | undefined {
  const { quote, donor, at } = donation
  return quote.giftAid
    ? {
        donation_id: donationId,
        text_version: giftAidText.version,
        text_hash: createHash('sha256').update(giftAidHashInput()).digest('hex'),
        first_name: donor.firstName,
        last_name: donor.lastName,
        address: taxAddress,
        scope: 'this-donation',
        declared_at: at,
        ip,
        cancelled_at: null,
      }
    : undefined
}

/** Returns the ledger transaction of the charge. */
export function ledgerTxRow({ donation, txId, attemptId }: PaidDemoDonation): Insertable<Tables['ledger.tx']> {
  return {
    id: txId,
    source_type: 'attempt',
    source_id: attemptId,
    event_type: 'charge',
    occurred_at: donation.at,
    reverses_tx_id: null,
  }
}

/** Returns the ledger entries of the charge. */
export function entryRows(paid: PaidDemoDonation): readonly Insertable<Tables['ledger.entry']>[] {
  const { txId, feeShare, providerFee } = paid
  const { campaign, quote } = paid.donation
  return chargeEntries(
    quote.currency,
    [
      {
        campaignId: campaign.id,
        gift: quote.gift.amount,
        zakatEligible: zakatEligible(paid),
        feeBearer: 'campaign',
        coveredFee: quote.coveredFee.amount,
        tip: quote.tip.amount,
        feeShare,
      },
    ],
    providerFee,
  ).map((entry, index) => ({
    tx_id: txId,
    line: index + 1,
    account: entry.account,
    subject_id: entry.campaignId ?? null,
    meaning: entry.meaning,
    currency: entry.currency,
    amount: entry.amount,
  }))
}
