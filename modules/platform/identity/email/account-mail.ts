import { textsOf } from '#shared/texts/catalogue.ts'
import type { Locale } from '#shared/text.ts'
import { mailLayout } from '#modules/platform/notifications/index.ts'
import { utcInstant } from '../rules/instant.ts'

/** Whether a mail goes to an address that isn't, or is no longer, the account's. */
const hasOwnFooter = (kind: AccountMailKind): kind is 'change-email' | 'email-changed' | 'donor-link' =>
  kind === 'change-email' || kind === 'email-changed' || kind === 'donor-link'

export type AccountMailKind =
  | 'confirm-email'
  | 'account-exists'
  | 'log-in'
  | 'donor-link'
  | 'set-password'
  | 'welcome'
  | 'password-set'
  | 'password-changed'
  | 'sign-in-method-added'
  | 'two-factor-off'
  | 'recovery-code-used'
  | 'change-email'
  | 'email-taken'
  | 'email-changed'
  | 'api-key-created'
  | 'api-key-rotated'
  | 'api-key-revoked'

/**
 * Writes a mail about an account: what happened, one action, and what to do if someone else did it. `email` is the
 * account's, masked.
 */
export function accountMail(
  kind: AccountMailKind,
  input: { locale: Locale; productName: string; firstName: string; email: string; url: string; at: Date },
): { subject: string; html: string; plain: string } {
  const t = textsOf('platform/identity-mails', input.locale, {
    product: input.productName,
    name: input.firstName,
    email: `\u2068${input.email}\u2069`,
    date: utcInstant(input.at, input.locale),
  })
  const { html, text } = mailLayout({
    locale: input.locale,
    productName: input.productName,
    title: kind === 'welcome' && input.firstName === '' ? t('welcome.title-without-name') : t(`${kind}.title`),
    preheader: t(`${kind}.text`),
    footer: t(hasOwnFooter(kind) ? `${kind}.footer` : 'footer'),
    blocks: [
      { kind: 'text', text: t(`${kind}.text`) },
      { kind: 'button', text: t(`${kind}.button`), url: input.url },
      { kind: 'small', text: t(`${kind}.small`) },
    ],
  })
  return { subject: t(`${kind}.subject`).replace(/\s+/g, ' '), html, plain: text }
}
