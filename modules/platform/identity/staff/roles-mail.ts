import type { Db } from '#shared/ports.ts'
import { type Catalogue, isLocale, type Locale, type Params, translate } from '#shared/text.ts'
import { type MailRow, noticeMail, type NotificationPorts } from '#modules/platform/notifications/index.ts'
import { contactsOf } from './staff-queries.ts'

const words: Readonly<Record<Locale, Catalogue>> = {
  en: {
    subject: 'Your work at {product} has changed',
    title: 'Your work has changed',
    text: 'Salam. An admin changed what your account may do at {product}: {roles}. You have been logged out everywhere; log in again to go on.',
    'not-you': 'If you did not expect this, tell an admin.',
    button: 'Log in',
    footer: 'You get this mail because it is about the safety of your account.',
    support: 'Support',
    reviewer: 'Review',
    finance: 'Finance',
    admin: 'Administration',
    none: 'no work of the operator’s any more',
  },
  ar: {
    subject: 'تغيّر عملك في {product}',
    title: 'تغيّر عملك',
    text: 'السلام عليكم. غيّر أحد المسؤولين صلاحيات حسابك في {product}: {roles}. سُجِّل خروجك من كل الأجهزة، فسجّل الدخول من جديد لتتابع.',
    'not-you': 'إن لم تكن تتوقع ذلك فأخبر أحد المسؤولين.',
    button: 'تسجيل الدخول',
    footer: 'وصلتك هذه الرسالة لأنها تتعلق بأمان حسابك.',
    support: 'الدعم',
    reviewer: 'المراجعة',
    finance: 'المالية',
    admin: 'الإدارة',
    none: 'لم يعد لحسابك عمل لدى المشغّل',
  },
}

/** Tells people which of the operator's work is theirs from now on; in the language of their account. */
export async function rolesMail(
  ports: NotificationPorts,
  db: Db,
  of: { readonly accountId: string; readonly roles: readonly string[] },
): Promise<MailRow[]> {
  const [person] = await contactsOf(db, [of.accountId])
  if (!person?.email) return []
  const locale: Locale = isLocale(person.locale) ? person.locale : 'en'
  const say = (key: string, params: Params = {}) =>
    translate(words[locale], locale, key, { product: ports.productName, ...params })
  const roles =
    of.roles.length === 0 ? say('none') : new Intl.ListFormat(locale).format(of.roles.map((role) => say(role)))
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
