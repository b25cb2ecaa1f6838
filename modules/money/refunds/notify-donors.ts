import { one, required } from '#shared/collections.ts'
import { formatMoney, money } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale, isRightToLeft, type Locale } from '#shared/text.ts'
import { referenceOf } from '#modules/money/giving/index.ts'
import {
  type Block,
  mailHostOf,
  mailOfErasedUntil,
  type MailRow,
  queueMails,
} from '#modules/platform/notifications/index.ts'
import { findMailBrand } from '#modules/causes/organizations/index-mails.ts'
import { paidWithIn, receiptMailContent, type RestatedReceipt, restateReceipts } from '#modules/money/receipts/index.ts'
import type { RefundPorts } from './ports.ts'
import { findPaidDonations, linesOf, type ReviewedDonation } from './queries/donations.ts'
import { findRefund, type Refund } from './queries/refunds.ts'
import { sumOf } from './rules/lines.ts'
import type { RefundEventData } from './settle-refund.ts'

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
  const t = textsOf('money/refund-mails', locale)
  const show = (amount: bigint) => formatMoney(money(amount, refund.currency), locale, { fractions: 'always' })
  const quoted = (text: string) => (isRightToLeft(locale) ? apart(text) : text)
  const texts = { t, show, quoted, locale }
  const blocks = await dataOf(tx, refund, donations, texts)
  // A dispute is between donor, bank and platform, so its emails never have a charity's name (content-29).
  const charities = refund.origin === 'bank' ? [] : donations.map(({ organizationId }) => organizationId)
  const brand = await findMailBrand(ports, tx, charities, locale)
  const amount = show(refund.amount)
  const isBack = kind === 'succeeded'
  const failedTotal = refund.origin === 'bank' ? 'dispute-failed-total' : 'failed-total'
  const say = (key: 'subject' | 'title' | 'text') =>
    t(`${refund.origin === 'bank' ? 'dispute-' : ''}${isBack ? '' : 'failed-'}${key}`, { amount: quoted(amount) })
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
            label: t(isBack ? 'total' : failedTotal),
            amount,
          },
          ...(isBack ? blocks : []),
          ...receipts.flatMap((receipt) => receiptBlocks(ports, receipt, donations, { ...texts, isBack })),
        ],
      },
    },
  ]
}

/** Isolates a text within a sentence of the other direction. */
const apart = (text: string): string => `\u2068${text}\u2069`

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
  const lines = await linesOf(tx, [refund.id])
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
        [t('total'), show(sumOf(lines))],
        ...(remaining > 0n ? [[t('remaining'), show(remaining)] as [string, string]] : []),
        ...(last4 ? [[t('paid-with'), paidWithIn(locale, { method, brand, last4 })] as [string, string]] : []),
        [t('reference'), [...new Set(lines.map((line) => referenceOf(line.donationId)))].join('\n')],
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
  const campaignUrl = `${ports.origin}/v4/campaign/${encodeURIComponent(slug)}`
  const { content } = receiptMailContent(receipt.snapshot, { locale, productName: ports.productName, campaignUrl })
  return [
    {
      kind: 'text',
      text: isBack
        ? t('receipt-new', { old: quoted(voided ?? receipt.snapshot.replaces!.number) })
        : t('failed-receipt'),
    },
    // The first block of the receipt would repeat this email's text.
    ...content.blocks.slice(1),
  ]
}
