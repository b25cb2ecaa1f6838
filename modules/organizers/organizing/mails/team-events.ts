import { donationReferenceOf } from '#modules/money/giving/index.ts'
import { newestRates } from '#modules/platform/currencies/index.ts'
import { convert, euroRate } from '#modules/platform/currencies/rules/rate.ts'
import { type Currency, formatMoney, money } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import type { OrganizingPorts } from '../ports.ts'
import {
  findAskedFundraiser,
  findEndedPlan,
  findPublished,
  refundsToMail,
  thresholdsOf,
} from '../queries/team-events.ts'
import { mailTeams } from './team-mail.ts'

/** What a payment gave to one campaign, in minor units. */
export type PaidPart = {
  readonly intentId: string
  readonly campaignId: bigint
  readonly gift: bigint
  readonly currency: Currency
}

const donationsOf = (organizationId: bigint) => `/organize/charities/${organizationId}/donations`

/**
 * Mails a charity's team about each donation that reaches the amount of its settings; other currencies are converted at
 * the newest rates (content-31). In the transaction that takes the donation from the outbox.
 */
export async function mailLargeDonations(ports: OrganizingPorts, tx: Tx, parts: readonly PaidPart[]): Promise<void> {
  const thresholds = await thresholdsOf(tx, [...new Set(parts.map(({ campaignId }) => campaignId))])
  if (thresholds.length === 0) return
  const found = parts.flatMap((part) => {
    const threshold = thresholds.find(({ campaignId }) => campaignId === part.campaignId)
    return threshold ? [{ ...part, ...threshold, paidIn: part.currency }] : []
  })
  const foreign = found.filter((part) => part.paidIn !== part.ownCurrency)
  const rates =
    foreign.length === 0
      ? undefined
      : await newestRates(ports, [...new Set(foreign.flatMap((part) => [part.paidIn, part.ownCurrency]))])
  const rateOf = (currency: Currency) => (currency === 'EUR' ? euroRate : rates?.get(currency))
  const isLarge = ({ gift, paidIn, ownCurrency, from }: (typeof found)[number]): boolean => {
    if (paidIn === ownCurrency) return gift >= from
    const [paid, own] = [rateOf(paidIn), rateOf(ownCurrency)]
    return paid !== undefined && own !== undefined && convert(money(gift, paidIn), paid, own).amount >= from
  }
  await mailTeams(
    ports,
    tx,
    found.filter(isLarge).map(({ intentId, campaignId, organizationId, campaign, gift, paidIn }) => ({
      kind: 'large-donation',
      key: `${intentId}.${campaignId}`,
      organizationId,
      campaign,
      amountIn: (locale) => formatMoney(money(gift, paidIn), locale),
      path: donationsOf(organizationId),
    })),
  )
}

/**
 * Mails a charity's team about each refund, with what it took from the charity's donations. Payments that a bank took
 * back have the mails about disputes (refunds-4).
 */
export async function mailRefunds(ports: OrganizingPorts, tx: Tx, refundIds: readonly string[]): Promise<void> {
  await mailTeams(
    ports,
    tx,
    (await refundsToMail(tx, refundIds)).map(
      ({ refundId, organizationId, campaignId, campaign, donationId, gift, currency }) => ({
        kind: 'refund',
        key: `${refundId}.${campaignId}`,
        organizationId,
        campaign,
        amountIn: (locale) => formatMoney(money(gift, currency), locale),
        path: donationsOf(organizationId) + (donationId === null ? '' : `?search=${donationReferenceOf(donationId)}`),
      }),
    ),
  )
}

/** Mails a charity's team that a plan of one of its fundraisers was lost: cancelled by its donor, or not collected. */
export async function mailLostPlan(
  ports: OrganizingPorts,
  { subscriptionId }: { readonly subscriptionId: string },
): Promise<void> {
  const plan = await findEndedPlan(ports.db, subscriptionId)
  if (!plan) return
  const { organizationId, campaign, frequency, gift, currency, state } = plan
  await ports.write((tx) =>
    mailTeams(ports, tx, [
      {
        kind: 'lost-plan',
        key: subscriptionId,
        organizationId,
        campaign,
        text: state === 'cancelled' ? 'text-donor' : 'text-uncollected',
        blocksIn: (t, locale) =>
          gift === null || frequency === 'onetime'
            ? []
            : [
                {
                  kind: 'amount',
                  label: t(`lost-plan.${frequency}`),
                  amount: formatMoney(money(gift, currency), locale),
                },
              ],
        path: `/organize/charities/${organizationId}/plans`,
      },
    ]),
  )
}

/** Mails a charity's team that staff have published a fundraiser of someone outside the team. */
export async function mailPublished(
  ports: OrganizingPorts,
  { campaignId }: { readonly campaignId: string },
): Promise<void> {
  const found = await findPublished(ports.db, BigInt(campaignId))
  if (!found) return
  const { organizationId, campaign, charity, slug } = found
  await ports.write((tx) =>
    mailTeams(ports, tx, [
      {
        kind: 'published',
        key: campaignId,
        organizationId,
        campaign,
        charity,
        path: `/v4/campaign/${encodeURIComponent(slug)}`,
      },
    ]),
  )
}

/** Asks a charity's team whether someone else may raise money for it (content-4). */
export async function mailAskedCharity(
  ports: OrganizingPorts,
  { submissionId }: { readonly submissionId: string },
): Promise<void> {
  const found = await findAskedFundraiser(ports.db, submissionId)
  if (!found) return
  const { organizationId, campaign, charity } = found
  await ports.write((tx) =>
    mailTeams(ports, tx, [
      {
        kind: 'asked',
        key: submissionId,
        organizationId,
        campaign,
        charity,
        path: `/organize/charities/${organizationId}/fundraisers`,
      },
    ]),
  )
}
