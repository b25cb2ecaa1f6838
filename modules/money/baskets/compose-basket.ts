import { assertOffered } from '#modules/causes/campaigns/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { money, zero } from '#shared/money.ts'
import { type Fault, isProblem, Problem } from '#shared/problem.ts'
import { shippingToSend } from '#modules/platform/addresses/rules/address.ts'
import { fromWire, toWire } from '#modules/platform/addresses/rules/wire.ts'
import {
  type RequesterScopes,
  requesterScopes,
  checkLine,
  checkPayloadFields,
  type ComposedDonation,
  countingCode,
  donorOf,
  otherNames,
  paymentOf,
  pricedDonation,
  rejectCardNumbers,
  decryptFields,
  addKnownGuest,
  checkZakatFeeFund,
  type DonationLine,
  type GivingPorts,
} from '#modules/money/giving/index.ts'
import { storedAddress, toStored } from '#modules/money/giving/rules/donor-field-values.ts'
import { donorQuestionsOf } from '#modules/causes/campaigns/rules/level.ts'
import { toRequesterScope, type Viewer } from '#modules/platform/identity/index.ts'
import type { BasketCheckout } from './contract-input.ts'
import { itemFields, rejectUnasked } from './check-item.ts'
import { type PricedBasket, type PricedLine, priceBasket } from './price.ts'
import type { Basket } from './basket-queries.ts'
import { fieldsOfLine, type StoredLine } from './rules/line.ts'
import { matchSentLines } from './rules/paid.ts'
import type { BasketSplit } from './rules/split.ts'
import { statusAt } from './rules/status.ts'

/** A line with the fields of the checkout payload and the donor's public name. */
type LineToPay = PricedLine & {
  readonly claim: Claimed | undefined
  readonly shown: Pick<DonationLine, 'customName' | 'location'>
}
type Claimed = NonNullable<BasketCheckout['lineItems']>[number]

/**
 * Returns why nothing of a basket can be paid: no line's charity may receive donations (content-5), or another
 * reason.
 */
const nothingToPay = ({ skipped }: BasketSplit): Problem =>
  skipped.length > 0 && skipped.every(({ reason }) => reason === 'charity-not-verified')
    ? new Problem('conflict', 'charity-not-verified')
    : new Problem('validation', 'basket-nothing-to-pay')

/** Turns the payable lines of a basket into one priced order, or returns the problem that prevents it. */
export async function composeBasket(
  ports: GivingPorts,
  viewer: Viewer,
  context: RequestContext,
  basket: Basket,
  payload: BasketCheckout,
): Promise<ComposedDonation> {
  const sent = await addKnownGuest(ports, viewer, payload)
  const donor = donorOf(ports, viewer, context, sent)
  const emailKey = donor.email?.toLowerCase() ?? null
  try {
    assertNotEnded(basket, ports.clock())
    rejectCardNumbers(sent)
    assertSentFields(sent)
    const priced = await priceBasket(ports, basket, { currency: basket.currency, paymentMethod: sent.paymentMethod })
    if (!priced.quote) throw nothingToPay(priced.split)
    for (const { campaign } of priced.lines)
      assertOffered(campaign, { frequency: 'onetime', method: sent.paymentMethod })
    const claims = claimsOf(priced, sent)
    const lines = priced.lines.map((line): LineToPay => {
      const claim = claims?.get(line.line.id)
      return { ...line, line: withClaim(line.line, claim), claim, shown: shownWith(basket, sent, claim) }
    })
    const requester = requesterScopes(viewer, context)
    // A declined payment from before the login still reserves its levels for this donor.
    const scopes = [...requester.scopes, toRequesterScope({ kind: 'basket', basketId: basket.id }, context)]
    await checkLines(ports, { ...requester, scopes }, lines, donor)
    await assertFundCovers(ports, priced)
    const isShownAnother = sent.quoteHash !== undefined && sent.quoteHash !== priced.quote.quoteHash
    if (isShownAnother || !claims) throw new Problem('conflict', 'quote-changed', { more: { quote: priced.quote } })
    return {
      emailKey,
      currency: basket.currency,
      quote: { hash: priced.quote.quoteHash, view: priced.quote },
      order: {
        version: 1,
        donor,
        feeScheduleVersion: priced.quote.feeScheduleVersion,
        ...paymentOf(sent, donor.accountId),
        ...otherNames(sent, [donor.name, ...lines.map(({ shown }) => shown.customName)]),
        basket: {
          id: basket.id,
          round: basket.checkouts,
          lines: priced.lines.map(({ line: { id, quantity, amount, bundle } }) => ({
            id,
            quantity,
            amount,
            ...(bundle ? { bundle } : {}),
          })),
        },
        lines: await Promise.all(lines.map((line) => donationLine(ports, basket, line, sent))),
      },
    }
  } catch (error) {
    if (isProblem(error)) return { emailKey, problem: error }
    throw error
  }
}

function assertNotEnded(basket: Basket, now: Date): void {
  const status = statusAt(basket, now)
  if (status === 'checked-out') throw new Problem('conflict', 'basket-checked-out')
  if (status !== 'active') throw new Problem('conflict', 'basket-not-active')
}

/**
 * Checks the stored fields about the payer and the addresses of each line. The line's check covers its public fields.
 */
function assertSentFields(basketCheckout: BasketCheckout): void {
  const fields: Record<string, Fault> = checkPayloadFields(basketCheckout)
  for (const [index, { shippingAddress, taxAddress }] of (basketCheckout.lineItems ?? []).entries())
    for (const [field, fault] of Object.entries(checkPayloadFields({ shippingAddress, taxAddress })))
      fields[`lineItems.${index}.${field}`] = fault
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
}

/** Returns a line with the fields of the checkout, which override the stored ones. */
function withClaim(line: StoredLine, claim: Claimed | undefined): StoredLine {
  if (!claim) return line
  const [shipping, tax] = [shippingToSend(fromWire(claim.shippingAddress)), storedAddress(fromWire(claim.taxAddress))]
  return {
    ...line,
    receiveUpdates: claim.receiveUpdates ?? line.receiveUpdates,
    note: claim.note || line.note,
    levelEmail: claim.rewardEmail || line.levelEmail,
    shippingAddress: shipping ? toWire(shipping) : line.shippingAddress,
    taxAddress: tax ? toWire(tax) : line.taxAddress,
  }
}

/** Matches the lines of the checkout payload with those of the basket; undefined if they differ. */
function claimsOf({ lines }: PricedBasket, basketCheckout: BasketCheckout): ReadonlyMap<string, Claimed> | undefined {
  if (basketCheckout.giftAid !== undefined && basketCheckout.giftAid !== lines.some(({ line }) => line.giftAid))
    return undefined
  return basketCheckout.lineItems
    ? matchSentLines(
        lines.map(({ line, quote }) => ({ line, tip: quote.tip.amount })),
        basketCheckout.lineItems,
      )
    : new Map()
}

/** Checks each line by the current rules of a single donation, because levels and campaigns may have changed since. */
async function checkLines(
  ports: GivingPorts,
  requester: RequesterScopes,
  lines: readonly LineToPay[],
  donor: { readonly email: string | null; readonly name: string },
): Promise<void> {
  for (const { line, campaign, quote, claim, shown } of lines) {
    const currency = line.currency
    const level = campaign.levels.find(({ id }) => String(id) === line.levelId)
    const answers = { note: claim?.note, levelEmail: claim?.rewardEmail }
    if (level) await rejectUnasked(`items.${line.id}`, answers, donorQuestionsOf(level))
    await itemFields(
      `items.${line.id}`,
      checkLine(ports, requester, line.campaignId, {
        ...fieldsOfLine(line),
        ...shown,
        ...(line.encryptedFields ? decryptFields(ports.fieldKey, Buffer.from(line.encryptedFields, 'base64')) : {}),
        amount: money(BigInt(line.amount), currency),
        tip: zero(currency),
        maximizeZakat: quote.maximizeZakat,
        email: donor.email,
        name: donor.name,
      }),
    )
  }
}

/** Refuses zakat whose fee the sponsor's fund can't pay, at the lines that depend on it. */
async function assertFundCovers(ports: GivingPorts, { lines }: PricedBasket): Promise<void> {
  const fault = await checkZakatFeeFund(
    ports.db,
    lines.map(({ quote }) => quote),
  )
  if (!fault) return
  const sponsored = lines.filter(({ quote }) => quote.feeBearer === 'sponsor')
  throw new Problem('validation', 'invalid-input', {
    fields: Object.fromEntries(sponsored.map(({ line }) => [`items.${line.id}.isZakat`, fault])),
  })
}

const shownWith = (basket: Basket, basketCheckout: BasketCheckout, claim: Claimed | undefined): LineToPay['shown'] => ({
  customName: claim?.name || basket.displayName || basketCheckout.CustomName || null,
  location: claim?.location || basket.displayPlace || null,
})

async function donationLine(
  ports: GivingPorts,
  basket: Basket,
  { line, campaign, quote, claim, shown }: LineToPay,
  basketCheckout: BasketCheckout,
): Promise<DonationLine> {
  const asks = donorQuestionsOf(campaign.levels.find(({ id }) => String(id) === line.levelId))
  const values = {
    ...fieldsOfLine(line),
    ...shown,
    isAnonymous: claim?.anonymous ?? basket.isAnonymous,
    shareAddress: claim?.shareAddress ?? false,
    newsletter: basket.newsletter || basketCheckout.profileReceiveUpdates,
    referredDonor: await countingCode(ports, campaign.id, claim?.referredDonor || line.referredDonor),
    billingAddress: fromWire(basketCheckout.billingAddress),
  }
  return {
    ...toStored(values, asks),
    ...pricedDonation(ports, campaign, quote),
    encryptedFields: asks.contact || asks.medical ? line.encryptedFields : null,
  }
}
