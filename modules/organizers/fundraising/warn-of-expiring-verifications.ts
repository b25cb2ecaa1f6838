import { lastOf, required } from '#shared/collections.ts'
import { dayMs } from '#shared/time.ts'
import { contactsOf } from '#modules/platform/identity/index.ts'
import { noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { insertWarnings, verificationsEnding, listMembers } from '#modules/causes/organizations/index.ts'
import { dueWarnings } from '#modules/causes/organizations/rules/verification.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale } from '#shared/text.ts'
import type { FundraisingPorts } from './ports.ts'

/** Days before the end on which the first warning is due, plus one for time zones. */
const aheadDays = 32
/** Days after which a missed last warning is still sent. */
const lateDays = 3

/**
 * Warns owners and admins of charities 30 and 7 days before their verification ends and on its last day (content-6). A
 * database constraint sends each warning once; if several are due, only the last is sent. Returns the number of
 * charities warned.
 */
export async function warnOfExpiringVerifications(ports: FundraisingPorts): Promise<number> {
  const now = ports.clock()
  const ending = await verificationsEnding(
    ports.db,
    new Date(now.getTime() - lateDays * dayMs),
    new Date(now.getTime() + aheadDays * dayMs),
  )
  let warned = 0
  for (const charity of ending) {
    const due = dueWarnings(charity, now)
    if (due.length === 0) continue
    const verifiedUntil = required(charity.verifiedUntil, 'end of the verification')
    await ports.write(async (tx) => {
      const inserted = await insertWarnings(tx, { organizationId: charity.id, verifiedUntil, days: due, at: now })
      const days = lastOf(due)
      if (!inserted.includes(days)) return
      const members = (await listMembers(tx, charity.id)).filter(({ role }) => role === 'owner' || role === 'admin')
      const contacts = await contactsOf(
        tx,
        members.map(({ accountId }) => accountId),
      )
      const mails = contacts.flatMap(({ id, email, locale: preferredLocale }) => {
        if (email === null) return []
        const locale = isLocale(preferredLocale) ? preferredLocale : 'en'
        const values = {
          product: ports.productName,
          charity: `\u2068${(locale === 'ar' && charity.nameAr) || charity.name}\u2069`,
          date: formatDay(localDateIn(charity.timeZone, verifiedUntil), locale),
        }
        const t = textsOf('organizers/fundraising-mails', locale, values)
        return [
          noticeMail(ports, {
            key: `verification.${charity.id}.${verifiedUntil.getTime()}.${days}.${id}`,
            kind: 'verification-ends',
            to: email,
            locale,
            t: (key) =>
              t(key === 'footer' ? 'verification.footer' : `verification-${days === 0 ? 'last-day' : 'ends'}.${key}`),
            blocks: [
              { kind: 'text', text: t('verification.plans') },
              {
                kind: 'button',
                text: t('verification.button'),
                url: `${ports.origin}/organize`,
              },
            ],
          }),
        ]
      })
      await queueMails(tx, mails, now)
      warned += 1
    })
  }
  return warned
}
