import { firstNameOf } from '#modules/platform/identity/rules/name.ts'
import { formatDay, type LocalDate } from '#shared/calendar.ts'
import { ascending } from '#shared/collections.ts'
import { formatHijriIn, type HijriMonths } from '#shared/hijri.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { hourMs } from '#shared/time.ts'
import { namesOfShares } from '#modules/money/giving/rules/qurbani-order.ts'
import { type MailRow, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { itemMailRows } from './mail-data.ts'
import type { FulfilmentPorts } from './ports.ts'
import { type FrozenShare, lockUnnotified, markNotified } from './share-queries.ts'
import { findFrozenOrder, type FrozenOrder } from './unperformed-orders.ts'

/** Minimum time between two mails about one donation, because a charity confirms animal by animal. */
const hoursBetween = 24
const donationsAtOnce = 100

/**
 * Mails donors about their performed shares, with the Hijri and the Gregorian date (qurbani-11): everything confirmed
 * or corrected since the last mail, at most one mail per donation and day. Returns the number of mails.
 */
export async function notifyDonors(ports: FulfilmentPorts): Promise<number> {
  let sum = 0
  for (;;) {
    const batch = await notifyBatch(ports)
    sum += batch.mails
    if (batch.donations < donationsAtOnce) return sum
  }
}

const notifyBatch = (ports: FulfilmentPorts) =>
  ports.write(async (tx) => {
    const instant = ports.clock()
    const mailedBefore = new Date(instant.getTime() - hoursBetween * hourMs)
    const shares = await lockUnnotified(tx, { mailedBefore, limit: donationsAtOnce })
    const mails: MailRow[] = []
    const byDonation = Map.groupBy(shares, ({ donationId }) => donationId ?? '')
    for (const [donationId, performed] of byDonation) {
      const order = await findFrozenOrder(tx, donationId)
      const months = order && (await ports.hijriMonthsOf(tx, order.item.calendar))
      if (order && months) mails.push(...performedMail(ports, { order, performed, months, at: instant }))
    }
    await markNotified(tx, shares, instant)
    if (mails.length > 0) await queueMails(tx, mails, instant)
    return { donations: byDonation.size, mails: mails.length }
  })

type Performed = {
  readonly order: FrozenOrder
  readonly performed: readonly FrozenShare[]
  readonly months: HijriMonths
  readonly at: Date
}

function performedMail(ports: FulfilmentPorts, { order, performed, months, at }: Performed): MailRow[] {
  const { donation, item } = order
  if (!donation.mailTo || donation.isErased) return []
  const locale: Locale = isLocale(donation.locale) ? donation.locale : 'en'
  const t = textsOf(
    'faith/qurbani-fulfilment-mails',
    locale,
    {
      product: ports.productName,
      name: `\u2068${firstNameOf(donation.name)}\u2069`,
      campaign: `\u2068${donation.campaignName}\u2069`,
    },
    'performed.',
  )
  const names = namesOfShares(order.order.names, order.shares.length, donation.name)
  const performances = [...Map.groupBy(performed, ({ performedOn, place }) => `${performedOn}\n${place}`).values()]
    .flatMap((shares) => {
      const [first] = shares
      if (!first?.performedOn) return []
      return [{ shares, day: first.performedOn, place: first.place ?? '' }]
    })
    .toSorted((a, b) => ascending(a.day, b.day))
  const days = (day: LocalDate) => `${formatHijriIn(months, day, locale)}\n${formatDay(day, locale)}`
  return [
    noticeMail(ports, {
      key: `qurbani-performed.${donation.donationId}.${at.getTime()}`,
      kind: 'qurbani-performed',
      to: donation.mailTo,
      locale,
      t,
      blocks: [
        { kind: 'facts', rows: itemMailRows(item, locale) },
        ...performances.map(({ shares, day, place }) => ({
          kind: 'facts' as const,
          rows: [
            [t('names'), shares.map(({ shareOfOrder }) => names[(shareOfOrder ?? 1) - 1] ?? '').join('\n')] as const,
            [t('date'), days(day)] as const,
            [t('place'), place] as const,
          ],
        })),
        ...(order.unperformed > 0 ? [{ kind: 'text' as const, text: t('others', { count: order.unperformed }) }] : []),
        donation.accountId === null
          ? {
              kind: 'button',
              text: t('button-guest'),
              url: `${ports.origin}/v4/campaign/${encodeURIComponent(donation.campaignSlug)}`,
            }
          : { kind: 'button', text: t('button'), url: `${ports.origin}/account/donations/${donation.donationId}` },
      ],
    }),
  ]
}
