import { one } from '#shared/collections.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { formatMoney, money } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale } from '#shared/text.ts'
import { findOrders, type OrderOfIntent } from '#modules/money/payments/index.ts'
import { type MailRow, noticeMail, type NotificationPorts, queueMails } from '#modules/platform/notifications/index.ts'
import { type DonationLine, type DonationOrder, orderTotalOf } from '../order/order.ts'
import type { GivingPorts } from '../ports.ts'
import type { DebitEvent } from './debit-parts.ts'
import { returnedDebitToken } from './returned-debit.ts'

type DebitMailPorts = NotificationPorts & Pick<GivingPorts, 'tokenSecret'>

/** Queues an email that the debit has started, with a copy of the mandate, in the transaction that takes the events. */
export const mailStartedDebits = (ports: NotificationPorts, tx: Tx, events: readonly DebitEvent[]): Promise<void> =>
  mailDebits(ports, tx, events, startedMail)

/**
 * Queues an email to donors whose bank returned a debit, with a general reason and a link to the pre-filled form
 * (payments-26).
 */
export const mailFailedDebits = (ports: DebitMailPorts, tx: Tx, events: readonly DebitEvent[]): Promise<void> =>
  mailDebits(ports, tx, events, failedMail)

async function mailDebits<Mailing extends NotificationPorts>(
  ports: Mailing,
  tx: Tx,
  events: readonly DebitEvent[],
  mailOf: (ports: Mailing, debit: OrderOfIntent) => MailRow | undefined,
): Promise<void> {
  const orders = await findOrders(
    tx,
    events.map(({ intentId }) => intentId),
  )
  const mails = orders.flatMap((debit) => mailOf(ports, debit) ?? [])
  if (mails.length > 0) await queueMails(tx, mails, ports.clock())
}

/** Returns the data of both emails; undefined if the donor's email was erased. */
function partsOf(ports: NotificationPorts, { order: stored, currency }: OrderOfIntent) {
  const order = stored as DonationOrder
  const { email, locale: language } = order.donor
  if (!email || !order.bankDebit) return undefined
  const locale = isLocale(language) ? language : 'en'
  const line = one(order.lines)
  const t = textsOf('money/bank-debit-mails', locale, {
    product: ports.productName,
    campaign: `\u2068${line.campaignName}\u2069`,
    amount: `\u2068${formatMoney(money(orderTotalOf(order), currency), locale, { fractions: 'always' })}\u2069`,
  })
  return { email, locale, line, t, debit: order.bankDebit }
}

function startedMail(ports: NotificationPorts, order: OrderOfIntent): MailRow | undefined {
  const parts = partsOf(ports, order)
  if (!parts) return undefined
  const { email, locale, line, t, debit } = parts
  const date = formatDay(localDateIn('UTC', new Date(debit.at)), locale)
  return noticeMail(ports, {
    key: `bank-debit.${order.id}.started`,
    kind: 'bank-debit-started',
    to: email,
    locale,
    t: (key) => t(`started-${key}`),
    blocks: [
      { kind: 'text', text: t('started-mandate', { date }) },
      { kind: 'text', text: debit.text, isTheirs: true },
      {
        kind: 'button',
        text: t('started-button'),
        url: `${ports.origin}/v4/campaign/${encodeURIComponent(line.campaignSlug)}`,
      },
    ],
  })
}

function failedMail(ports: DebitMailPorts, order: OrderOfIntent): MailRow | undefined {
  const parts = partsOf(ports, order)
  if (!parts) return undefined
  const { email, locale, line, t } = parts
  return noticeMail(ports, {
    key: `bank-debit.${order.id}.failed`,
    kind: 'bank-debit-failed',
    to: email,
    locale,
    t: (key) => t(`failed-${key}`),
    blocks: [
      { kind: 'text', text: t('failed-reason') },
      { kind: 'text', text: t('failed-next') },
      {
        kind: 'button',
        text: t('failed-button'),
        url: `${ports.origin}${prefilledFormPath(line, { debit: order.id, token: returnedDebitToken(ports, order.id) })}`,
      },
    ],
  })
}

/**
 * Returns the link to the checkout page with the donor's choices, in whole amounts like other links (contract-6). The
 * page fetches names and texts with the token, so they aren't in the link.
 */
function prefilledFormPath(
  { campaignSlug, levelId, quantity, gift, tip, isZakat, donationType, source }: DonationLine,
  texts: { readonly debit: string; readonly token: string },
): string {
  const query = new URLSearchParams()
  if (levelId) {
    query.set('level', levelId)
    query.set('quantity', String(quantity))
  } else if (BigInt(gift) % 100n === 0n) query.set('amount', String(BigInt(gift) / 100n))
  if (BigInt(tip) % 100n === 0n) query.set('tip', String(BigInt(tip) / 100n))
  if (isZakat) query.set('zakat', 'true')
  if (donationType) query.set('donationType', donationType)
  if (source) query.set('src', source)
  for (const [name, value] of Object.entries(texts)) query.set(name, value)
  return `/v4/checkout/${encodeURIComponent(campaignSlug)}?${query.toString()}`
}
