import { noFields } from '#modules/money/giving/rules/donor-field-values.ts'
import { createHash, createHmac } from 'node:crypto'
import type { Insertable } from 'kysely'
import { uuidv7 } from '#shared/ids.ts'
import type { Tables } from '#shared/ports.ts'
import type { GiftOrder } from '#modules/money/giving/index.ts'
import { giftPurpose } from '#modules/money/giving/order.ts'
import { giftAidHashInput, giftAidText } from '#modules/money/giving/rules/gift-aid.ts'
import { feeFor } from '#modules/money/giving/rules/fee-schedules.ts'
import { linearFee } from '#modules/money/giving/rules/fee.ts'
import { wholeBps, zakatEligibleOf } from '#modules/money/giving/rules/zakat-eligible.ts'
import { chargeEntries } from '#modules/money/ledger/index.ts'
import type { Donor } from './donors.ts'
import type { DemoGift } from './gifts.ts'
import type { Random } from './random.ts'
import { postalCodes, states, streets } from './words.ts'

/** The rows one gift leaves behind, as if it had been given through the checkout. */
export type GiftFacts = {
  readonly gift: DemoGift
  readonly intentId: string
  readonly donationId: string
  readonly donorKey: Buffer
  readonly guestId: string | null
  readonly accountId: string | null
  readonly intent: Insertable<Tables['payments.intent']>
  readonly attempt: Insertable<Tables['payments.attempt']>
  readonly donation: Json<Tables['giving.donation']>
  readonly declaration: Json<Tables['giving.gift_aid_declaration']> | undefined
  readonly ledgerTx: Insertable<Tables['ledger.tx']>
  readonly entries: readonly Insertable<Tables['ledger.entry']>[]
  readonly comment: Json<Tables['comments.comment']> | undefined
}
/** A row as JSON carries it to PostgreSQL. */
type Json<Row> = { readonly [C in keyof Row]?: unknown }

export type FactsOptions = {
  readonly random: Random
  readonly tokenSecret: string
  readonly accountIds: ReadonlyMap<string, string>
}

/**
 * The facts of a gift: paid, in the books, and ready for its receipt. Amounts come from the same rules as every real
 * gift's.
 */
export function factsOf(gift: DemoGift, { random, tokenSecret, accountIds }: FactsOptions): GiftFacts {
  const { campaign, donor, quote, at, method, card } = gift
  const id = (offsetMs = 0) => uuidv7(new Date(at.getTime() + offsetMs), random.bytes(10))
  const [intentId, attemptId, donationId, txId] = [id(-90_000), id(-3000), id(-2500), id()]
  const accountId = accountIds.get(donor.email) ?? null
  const guestId = !accountId && gift.words ? id(-95_000) : null
  const email = donor.email
  const donorKey = createHmac('sha256', tokenSecret)
    .update(`donor|${accountId ? `account:${accountId}` : `email:${email}`}`)
    .digest()
  const scope = accountId
    ? `account:${accountId}`
    : guestId
      ? `guest:${guestId}`
      : `visit:${createHash('sha256').update(intentId).digest('hex').slice(0, 32)}`
  const name = `${donor.firstName} ${donor.lastName}`
  const ip = `192.0.2.${random.whole(1, 254)}`
  const locale = donor.locale
  const needsAddress = quote.giftAid || quote.taxReceipt
  const taxAddress = needsAddress ? addressOf(donor, random) : null
  const shippingAddress = gift.level?.seed.needsShipping ? { ...addressOf(donor, random), name } : null
  const currency = quote.currency
  const providerFee = linearFee(quote.total, feeFor(method, currency)).amount
  const feeShare = quote.feeShare.amount < providerFee ? quote.feeShare.amount : providerFee
  const isCovered = quote.coveredFee.amount > 0n
  const fee = isCovered ? 0n : feeShare
  const zakatEligible = quote.isZakat ? zakatEligibleOf({ gift: quote.gift.amount, fee, bps: wholeBps }) : 0n
  const isLimited = (gift.level?.seed.limit ?? 0) > 0
  const location = !gift.isAnonymous && random.chance(0.3) ? donor.city : null

  const order: GiftOrder = {
    version: 1,
    donor: {
      accountId,
      guestId,
      email,
      name,
      donorKey: donorKey.toString('base64'),
      locale,
      country: donor.country,
      ip,
    },
    feeScheduleVersion: quote.feeScheduleVersion,
    browser: null,
    paymentMethod: method,
    saveCard: false,
    lines: [
      {
        ...noFields,
        donationId,
        campaignId: campaign.id.toString(),
        campaignSlug: campaign.slug,
        campaignName: campaign.name,
        organizationName: campaign.organizationName,
        gift: String(quote.gift.amount),
        tip: String(quote.tip.amount),
        coveredFee: String(quote.coveredFee.amount),
        feeShare: String(quote.feeShare.amount),
        levelId: gift.level?.id.toString() ?? null,
        ...(gift.level ? { levelAsked: gift.level.asked } : {}),
        isLevelLimited: isLimited,
        isZakat: quote.isZakat,
        maximizeZakat: quote.maximizeZakat,
        giftAid: quote.giftAid,
        taxReceipt: quote.taxReceipt,
        isAnonymous: gift.isAnonymous,
        location,
        note: gift.note ?? null,
        levelEmail: gift.level?.seed.email ? email : null,
        receiveUpdates: random.chance(0.5),
        newsletter: random.chance(0.2),
        source: random.chance(0.25) ? random.pick(['home', 'whatsapp', 'newsletter', 'zakat-home']) : null,
        taxAddress,
        shippingAddress,
        sealed: null,
      },
    ],
  }
  const line = order.lines[0]!
  return {
    gift,
    intentId,
    donationId,
    donorKey,
    guestId,
    accountId,
    intent: {
      id: intentId,
      purpose: giftPurpose,
      order_details: JSON.stringify(order),
      quote_hash: 'demo',
      amount: quote.total.amount,
      currency,
      state: 'SUCCEEDED',
      scope,
      provider: 'demo',
      provider_intent_id: `pi_demo_${intentId}`,
      attempts_made: 1,
      created_at: new Date(at.getTime() - 4000),
      expires_at: new Date(at.getTime() + 1_800_000),
    },
    attempt: {
      id: attemptId,
      intent_id: intentId,
      state: 'SUCCEEDED',
      provider: 'demo',
      provider_key: attemptId,
      provider_charge_id: `ch_demo_${attemptId}`,
      amount: quote.total.amount,
      currency,
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
    },
    donation: {
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
      currency,
      gift: line.gift,
      tip: line.tip,
      covered_fee: line.coveredFee,
      processing_fee: feeShare.toString(),
      zakat_eligible: zakatEligible.toString(),
      fee_schedule_version: quote.feeScheduleVersion,
      quantity: 1,
      level_id: line.levelId,
      level_asked: line.levelAsked ?? null,
      is_zakat: line.isZakat,
      maximize_zakat: line.maximizeZakat,
      gift_aid: line.giftAid,
      tax_receipt: line.taxReceipt,
      is_anonymous: line.isAnonymous,
      custom_name: null,
      location,
      note: line.note,
      level_email: line.levelEmail,
      share_address: false,
      receive_updates: line.receiveUpdates,
      newsletter: line.newsletter,
      referred_donor: null,
      source: line.source,
      tax_address: taxAddress,
      shipping_address: shippingAddress,
      billing_address: null,
      sealed: null,
      payment_method: method,
      card_brand: card.brand,
      card_last4: card.last4,
      save_card: false,
      locale,
      country: donor.country,
      given_at: at,
    },
    declaration: quote.giftAid
      ? {
          donation_id: donationId,
          text_version: giftAidText.version,
          text_hash: createHash('sha256').update(giftAidHashInput).digest('hex'),
          first_name: donor.firstName,
          last_name: donor.lastName,
          address: taxAddress,
          scope: 'this-gift',
          declared_at: at,
          ip,
          cancelled_at: null,
        }
      : undefined,
    ledgerTx: {
      id: txId,
      source_type: 'attempt',
      source_id: attemptId,
      event_type: 'charge',
      occurred_at: at,
      reverses_tx_id: null,
    },
    entries: chargeEntries(
      currency,
      [
        {
          campaignId: campaign.id,
          gift: quote.gift.amount,
          zakatEligible,
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
    })),
    comment:
      gift.words && (accountId ?? guestId)
        ? {
            id: id(120_000),
            campaign_id: line.campaignId,
            donation_id: donationId,
            author_id: accountId ?? guestId,
            body: gift.words,
            display_name: gift.isAnonymous ? '' : donor.firstName,
            display_place: location ?? '',
            created_at: new Date(at.getTime() + 120_000),
            changed_at: null,
            hidden_at: null,
          }
        : undefined,
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
