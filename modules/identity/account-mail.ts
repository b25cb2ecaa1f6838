import { type Locale, translate } from '#shared/text.ts'
import { mailLayout } from '#modules/notifications/index.ts'
import { identityMessages } from './messages.ts'
import { utcInstant } from './rules/instant.ts'

export type AccountMailKind = 'confirm-email' | 'account-exists' | 'log-in' | 'set-password' | 'welcome' | 'password-set' | 'password-changed' | 'way-in-added'

/** A mail about an account: what happened, one thing to do, and what it means if it was somebody else. */
export function accountMail(
  kind: AccountMailKind,
  of: { locale: Locale; productName: string; firstName: string; url: string; at: Date },
): { subject: string; html: string; plain: string } {
  const t = (key: string) =>
    translate(identityMessages[of.locale], of.locale, key, { product: of.productName, name: of.firstName, date: utcInstant(of.at, of.locale) })
  const { html, text } = mailLayout({
    locale: of.locale,
    productName: of.productName,
    title: kind === 'welcome' && of.firstName === '' ? t('welcome.title-nameless') : t(`${kind}.title`),
    preheader: t(`${kind}.text`),
    footer: t('footer'),
    blocks: [
      { kind: 'text', text: t(`${kind}.text`) },
      { kind: 'button', text: t(`${kind}.button`), url: of.url },
      { kind: 'small', text: t(`${kind}.small`) },
    ],
  })
  return { subject: t(`${kind}.subject`).replace(/\s+/g, ' '), html, plain: text }
}
