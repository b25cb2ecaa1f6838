import { listFormat } from '#shared/formats.ts'
import type { StaffRole } from '#shared/endpoint.ts'
import type { Db } from '#shared/ports.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import { type MailRow, noticeMail, type NotificationPorts } from '#modules/platform/notifications/index.ts'
import { contactsOf } from './staff-queries.ts'

/** Mails people their new staff roles, in the language of their account. */
export async function rolesMail(
  ports: NotificationPorts,
  db: Db,
  input: { readonly accountId: string; readonly roles: readonly StaffRole[] },
): Promise<MailRow[]> {
  const [person] = await contactsOf(db, [input.accountId])
  if (!person?.email) return []
  const locale: Locale = isLocale(person.locale) ? person.locale : 'en'
  const say = textsOf('platform/roles-mail', locale, { product: ports.productName })
  const roles = input.roles.length === 0 ? say('none') : listFormat(locale).format(input.roles.map((role) => say(role)))
  return [
    noticeMail(ports, {
      key: `roles.${ports.newId()}`,
      kind: 'roles-changed',
      to: person.email,
      locale,
      t: (key) => say(key, { roles }),
      blocks: [
        { kind: 'text', text: say('not-you') },
        { kind: 'button', text: say('button'), url: `${ports.origin}/login` },
      ],
    }),
  ]
}
