import { one, required } from '#shared/collections.ts'
import { formatMoney, money } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { firstNameOf } from '#modules/platform/identity/rules/name.ts'
import { isLocale, isolate, isRightToLeft, type Locale } from '#shared/text.ts'
import { donationReferenceOf } from '#modules/money/giving/index.ts'
import {
  type Block,
  mailHostOf,
  mailOfErasedUntil,
  type MailRow,
  queueMails,
} from '#modules/platform/notifications/index.ts'
import { findMailBrand } from '#modules/causes/organizations/index.ts'
import { paidWithIn, receiptMailContent, type RestatedReceipt, restateReceipts } from '#modules/money/receipts/index.ts'
import type { RefundPorts } from './ports.ts'
import { findPaidDonations, refundLinesOf, type ReviewedDonation } from './queries/donations.ts'
import { findRefund, type Refund } from './queries/refunds.ts'
import { sumOf } from './rules/lines.ts'
import type { RefundEventData } from './queries/posting-of-refund.ts'

/**
 * Emails donors after refunds were booked, in the transaction that takes the events from the outbox. Corrects their
 * receipts (receipts-3); one email per refund states the amount and has the valid receipt.
 */
export async function notifyDonorsOfRefunds(
  ports: RefundPorts,
  tx: Tx,
  booked: readonly RefundEventData[],
  kind: 'succeeded' | 'failed',
): Promise<void> {
  const donationIds = booked.flatMap(({ lines }) => lines.map((line) => line.donationId))
  const restated = Map.groupBy(
    await restateReceipts(
      ports,
      tx,
      donationIds,
      kind === 'succeeded' ? 'The gift was refunded.' : 'The bank sent the refund back.',
    ),
    (restatement) => restatement.intentId,
  )
  const mailed = new Set<string>()
  const mails: MailRow[] = []
  for (const { refundId, intentId } of booked) {
    const refund = await findRefund(tx, refundId)
    if (!refund) continue
    // If two refunds of one payment are handled together, only the first email has the receipt.
    const receipts = mailed.has(intentId) ? [] : (restated.get(intentId) ?? [])
    mailed.add(intentId)
    mails.push(...(await mailOf(ports, tx, refund, receipts, kind)))
  }
  if (mails.length > 0) await queueMails(tx, mails, ports.clock())
}

/** Returns the email about a refund; none if the donor has no email. */
async function mailOf(
  ports: RefundPorts,
  tx: Tx,
  refund: Refund,
  receipts: readonly RestatedReceipt[],
  kind: 'succeeded' | 'failed',
): Promise<MailRow[]> {
  const donations = await findPaidDonations(tx, refund.intentId)
  const first = donations[0]
  if (!first?.mailTo) return []
  const locale: Locale = isLocale(first.locale) ? first.locale : 'en'
  const isDispute = refund.origin === 'bank'
  const name = firstNameOf(first.name)
  const t = textsOf('money/refund-mails', locale, {
    salam: textsOf('money/refund-mails', locale)(name ? 'salam' : 'salam-anonymous', { name: isolate(name) }),
  })
  const show = (amount: bigint) => formatMoney(money(amount, refund.currency), locale, { fractions: 'always' })
  const quoted = (text: string) => (isRightToLeft(locale) ? isolate(text) : text)
  const texts = { t, show, quoted, locale }
  const blocks = await dataOf(tx, refund, donations, texts)
  // A dispute is between donor, bank and platform, so its emails never have a charity's name (content-29).
  const charities = isDispute ? [] : donations.map(({ organizationId }) => organizationId)
  const brand = await findMailBrand(ports, tx, charities, locale)
  const amount = show(refund.amount)
  const isBack = kind === 'succeeded'
  const say = (key: 'subject' | 'title' | 'text') =>
    t(`${isDispute ? 'dispute-' : ''}${isBack ? '' : 'failed-'}${key}`, { amount: quoted(amount) })
  return [
    {
      id: ports.newId(),
      messageId: `<refund.${refund.id}.${kind}@${mailHostOf(ports.mailFrom)}>`,
      kind: 'refund',
      to: first.mailTo,
      locale,
      subject: say('subject'),
      ...(first.isErased ? { purgeAt: mailOfErasedUntil(ports.clock()) } : {}),
      content: {
        locale,
        productName: ports.productName,
        ...(brand ? { brand } : {}),
        title: say('title'),
        preheader: say('text'),
        footer: t('footer'),
        blocks: [
          { kind: 'text', text: say('text') },
          {
            kind: 'amount',
            label: t(`${isDispute ? 'dispute-' : ''}${isBack ? '' : 'failed-'}total`),
            amount,
          },
          ...(isBack ? blocks : []),
          ...receipts.flatMap((receipt) => receiptBlocks(ports, receipt, donations, { ...texts, isBack })),
          viewButton(ports, first, t),
        ],
      },
    },
  ]
}

/** Returns the mail's only button: a member's donation in the account, or the fundraiser for a guest. */
const viewButton = (
  { origin }: RefundPorts,
  { accountId, donationId, campaignSlug }: ReviewedDonation,
  t: Words['t'],
): Block =>
  accountId === null
    ? { kind: 'button', text: t('button-guest'), url: campaignUrlOf(origin, campaignSlug) }
    : { kind: 'button', text: t('button'), url: `${origin}/account/donations/${donationId}` }

const campaignUrlOf = (origin: string, slug: string): string => `${origin}/v4/campaign/${encodeURIComponent(slug)}`

type Words = {
  readonly t: ReturnType<typeof textsOf<'money/refund-mails'>>
  readonly show: (amount: bigint) => string
  /** Formats a figure within a sentence. */
  readonly quoted: (text: string) => string
  readonly locale: Locale
}

async function dataOf(
  tx: Tx,
  refund: Refund,
  donations: readonly ReviewedDonation[],
  { t, show, quoted, locale }: Words,
): Promise<Block[]> {
  const isDispute = refund.origin === 'bank'
  const lines = await refundLinesOf(tx, [refund.id])
  const donationOf = (donationId: string) => required(donations.find((donation) => donation.donationId === donationId))
  const zakat = lines.reduce((sum, line) => sum + line.zakatEligible, 0n)
  const remaining = donations.reduce((sum, donation) => sum + donation.gift - donation.refunded.gift, 0n)
  const { paymentMethod: method, cardBrand: brand, cardLast4: last4 } = one(donations)
  return [
    {
      kind: 'facts',
      rows: [
        ...lines.flatMap((line): [string, string][] => [
          ...(line.gift > 0n
            ? [
                [t('gift', { campaign: quoted(donationOf(line.donationId).campaignName) }), show(line.gift)] as [
                  string,
                  string,
                ],
              ]
            : []),
          ...(line.coveredFee > 0n ? [[t('covered-fee'), show(line.coveredFee)] as [string, string]] : []),
          ...(line.tip > 0n ? [[t('tip'), show(line.tip)] as [string, string]] : []),
        ]),
        [t(isDispute ? 'dispute-total' : 'total'), show(sumOf(lines))],
        ...(remaining > 0n ? [[t('remaining'), show(remaining)] as [string, string]] : []),
        ...(last4
          ? [
              [t(isDispute ? 'dispute-paid-with' : 'paid-with'), paidWithIn(locale, { method, brand, last4 })] as [
                string,
                string,
              ],
            ]
          : []),
        [t('reference'), [...new Set(lines.map((line) => donationReferenceOf(line.donationId)))].join('\n')],
      ],
    },
    ...(zakat > 0n ? [{ kind: 'text', text: t('zakat', { amount: quoted(show(zakat)) }) } as const] : []),
    ...(lines.some((line) => line.gift > 0n && donationOf(line.donationId).giftAid)
      ? [{ kind: 'text', text: t('gift-aid') } as const]
      : []),
  ]
}

function receiptBlocks(
  ports: RefundPorts,
  { voided, receipt }: RestatedReceipt,
  donations: readonly ReviewedDonation[],
  { t, quoted, locale, isBack }: Omit<Words, 'show'> & { readonly isBack: boolean },
): Block[] {
  if (!receipt) return voided ? [{ kind: 'text', text: t('receipt-void', { old: quoted(voided) }) }] : []
  const campaignId = one(receipt.snapshot.lines).campaignId
  const slug = required(donations.find((donation) => String(donation.campaignId) === campaignId)).campaignSlug
  const campaignUrl = campaignUrlOf(ports.origin, slug)
  const { content } = receiptMailContent(receipt.snapshot, { locale, productName: ports.productName, campaignUrl })
  return [
    {
      kind: 'text',
      text: isBack
        ? t('receipt-new', { old: quoted(voided ?? receipt.snapshot.replaces!.number) })
        : t('failed-receipt'),
    },
    // The first block of the receipt would repeat this email's text, and this email has its own button.
    ...content.blocks.slice(1).filter(({ kind }) => kind !== 'button'),
  ]
}
