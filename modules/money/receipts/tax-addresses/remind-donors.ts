import { dayMs } from '#shared/time.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { one } from '#shared/collections.ts'
import { formatMoney, money } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import { isLocale, isolate } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { type MailRow, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { taxAddressLink } from './links.ts'
import type { TaxAddressPorts } from './ports.ts'
import { lockDueAddressReminders, type TaxDonation, taxDonations } from './queries.ts'
import { needsReminder, linkUntil, reminderDays } from '../rules/tax-address.ts'
import { taxDataOf } from './tax-data.ts'

const batch = 200

/**
 * Reminds donors on day 3 and day 25 of the address that Gift Aid or a Canadian receipt still needs, once each
 * (receipts-16). Returns the number of queued emails.
 */
export async function remindOfTaxAddresses(ports: TaxAddressPorts): Promise<number> {
  let sum = 0
  for (const [nth, days] of reminderDays.entries())
    for (let taken = batch; taken === batch;) {
      const now = ports.clock()
      taken = await ports.write(async (tx) => {
        const before = new Date(now.getTime() - days * dayMs)
        const intentIds = await lockDueAddressReminders(tx, { nth, before, limit: batch })
        const mails = await mailsOf(ports, tx, { intentIds, nth })
        await queueMails(tx, mails, now)
        sum += mails.length
        return intentIds.length
      })
    }
  return sum
}

async function mailsOf(
  ports: TaxAddressPorts,
  tx: Tx,
  { intentIds, nth }: { readonly intentIds: readonly string[]; readonly nth: number },
): Promise<MailRow[]> {
  const donations = await taxDonations(tx, intentIds, { onlyOpen: true })
  const awaited = donations.filter((donation) => needsReminder({ ...donation, ...taxDataOf(donation) }))
  return [...Map.groupBy(awaited, ({ intentId }) => intentId).values()].flatMap((taxDonations) =>
    mailOf(ports, taxDonations, nth),
  )
}

/** Returns the reminder; none if the donor has no email or the link has expired. */
function mailOf(ports: TaxAddressPorts, donations: readonly TaxDonation[], nth: number): MailRow[] {
  const first = one(donations)
  const until = linkUntil(first.givenAt, first.timeZone)
  if (!first.mailTo || until <= ports.clock()) return []
  const locale = isLocale(first.locale) ? first.locale : 'en'
  const isGiftAid = donations.some(({ isGiftAidRequested }) => isGiftAidRequested)
  const t = textsOf(
    'money/tax-address-mails',
    locale,
    {
      product: ports.productName,
      organization: isolate((locale === 'ar' && first.organizationNameAr) || first.organizationName),
      amount: isolate(formatMoney(money(first.gift, first.currency), locale)),
      day: isolate(formatDay(localDateIn(first.timeZone, first.givenAt), locale)),
      until: isolate(formatDay(localDateIn(first.timeZone, until), locale)),
    },
    isGiftAid ? 'gift-aid-' : 'receipt-',
  )
  return [
    noticeMail(ports, {
      key: `tax-address.${first.intentId}.${nth + 1}`,
      kind: 'tax-address',
      to: first.mailTo,
      locale,
      t,
      blocks: [
        { kind: 'button', text: t('button'), url: taxAddressLink(ports, { intentId: first.intentId, until }) },
        { kind: 'small', text: t('link') },
      ],
    }),
  ]
}
