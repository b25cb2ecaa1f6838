import { countryName } from '#shared/texts/country-names.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import { mailHostOf, mailLayout, type NotificationPorts, queueMails } from '#modules/platform/notifications/index.ts'
import { findAccount } from '../account-queries.ts'
import { describeBrowser } from '../rules/browser.ts'
import { utcInstant } from '../rules/instant.ts'

export type NewBrowser = {
  readonly accountId: string
  readonly userAgent: string
  readonly country: string | null
  readonly ip: string
  /** ISO 8601 */
  readonly at: string
}

/** Mails an account's owner about a login with a new browser. */
export async function notifyOfNewBrowser(ports: NotificationPorts, login: NewBrowser): Promise<void> {
  const account = await findAccount(ports.db, login.accountId)
  // An unconfirmed address may be another person's mailbox.
  if (!account?.emailConfirmedAt) return
  const locale: Locale = isLocale(account.locale) ? account.locale : 'en'
  const mail = newBrowserMail(login, {
    locale,
    firstName: account.firstName,
    productName: ports.productName,
    origin: ports.origin,
  })
  const id = ports.newId()
  const messageId = `<new-browser.${login.accountId}.${Date.parse(login.at)}@${mailHostOf(ports.mailFrom)}>`
  await ports.write((tx) =>
    queueMails(tx, [{ id, messageId, kind: 'new-device', to: account.email, locale, ...mail }], ports.clock()),
  )
}

/** Writes the mail as HTML and plain text. */
export function newBrowserMail(
  login: NewBrowser,
  input: { readonly locale: Locale; readonly firstName: string; readonly productName: string; readonly origin: string },
): { readonly subject: string; readonly html: string; readonly plain: string } {
  const { locale, firstName, productName, origin } = input
  const t = textsOf('platform/new-browser-mail', locale, { product: productName })
  const { browser, system } = describeBrowser(login.userAgent)
  const device = browser && system ? t('browser-on', { browser, system }) : (browser ?? system ?? t('unknown'))
  const when = utcInstant(new Date(login.at), locale)
  const country = login.country === null ? undefined : countryName(login.country, locale)
  const { html, text } = mailLayout({
    locale,
    productName,
    title: t('title'),
    preheader: t('preheader', { device, when }),
    footer: t('footer'),
    blocks: [
      { kind: 'text', text: firstName ? t('lead', { name: firstName }) : t('lead-without-name') },
      {
        kind: 'facts',
        rows: [
          [t('device'), device],
          [t('place'), country ?? t('unknown-place')],
          [t('address'), login.ip],
          [t('when'), when],
        ],
      },
      { kind: 'text', text: t('not-you') },
      { kind: 'button', text: t('button'), url: `${origin}/account/security` },
    ],
  })
  return { subject: t('subject').replace(/\s+/g, ' '), html, plain: text }
}
