import { contactsOf, listStaff } from '#modules/platform/identity/index.ts'
import { noticeMail, type NotificationPorts, queueMails } from '#modules/platform/notifications/index.ts'
import { isLocale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { hourMs } from '#shared/time.ts'
import { casesOpenedBetween } from '../queries/opened-cases.ts'
import { kindsOf } from '../rules/work.ts'

/**
 * A case is mailed once it has waited this long, within the following day. The mail's key consists of case and
 * recipient, so it is sent once.
 */
const waitHours = 24
const daysOfMailing = 1

/**
 * Mails staff about open cases of their kinds that have waited over 24 hours, each case once (security-18). Returns the
 * number of mails queued.
 */
export async function remindStaff(ports: NotificationPorts): Promise<number> {
  const instant = ports.clock()
  const until = new Date(instant.getTime() - waitHours * hourMs)
  const from = new Date(until.getTime() - daysOfMailing * 24 * hourMs)
  const cases = await casesOpenedBetween(ports.db, from, until)
  if (cases.length === 0) return 0
  const staff = await listStaff(ports.db)
  return ports.write(async (tx) => {
    const contacts = await contactsOf(
      tx,
      staff.map(({ id }) => id),
    )
    const mails = staff.flatMap(({ id, roles }) => {
      const contact = contacts.find((contact) => contact.id === id)
      if (!contact?.email) return []
      const { email, locale: preferredLocale } = contact
      const kinds = kindsOf(roles)
      const locale = isLocale(preferredLocale) ? preferredLocale : 'en'
      const t = textsOf('trust/moderation-mails', locale, { product: ports.productName }, 'case-waits.')
      return cases
        .filter(({ kind }) => kinds.includes(kind))
        .map((one) =>
          noticeMail(ports, {
            key: `case-waits.${one.id}.${id}`,
            kind: 'case-waits',
            to: email,
            locale,
            t,
            blocks: [{ kind: 'button', text: t('button'), url: `${ports.origin}/staff/cases/${one.id}` }],
          }),
        )
    })
    await queueMails(tx, mails, instant)
    return mails.length
  })
}
