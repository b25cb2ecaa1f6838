import {
  deleteEmailChange,
  findEmailChange,
  type OwnOrganization,
  saveEmailChange,
  updateOrganization,
} from '#modules/causes/organizations/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import { hashOfToken } from '#modules/platform/identity/index.ts'
import { noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { Locale } from '#shared/text.ts'
import { dayMs } from '#shared/time.ts'
import { mailTexts } from '#modules/organizers/fundraising/index.ts'
import type { CharityPorts } from '../ports.ts'

/** Days that the link in the mail is valid. */
const daysValid = 7

/**
 * Mails a confirmation link to a new contact email of a charity; the old one is used until the link is confirmed
 * (content-28).
 */
export async function requestCharityEmailChange(
  ports: CharityPorts,
  tx: Tx,
  input: {
    readonly charity: Pick<OwnOrganization, 'id' | 'name' | 'nameAr'>
    readonly email: string
    readonly locale: Locale
  },
): Promise<void> {
  const { charity, email, locale } = input
  const instant = ports.clock()
  const code = ports.newToken(32)
  await saveEmailChange(tx, {
    organizationId: charity.id,
    email,
    codeHash: hashOfToken(code),
    at: instant,
    expiresAt: new Date(instant.getTime() + daysValid * dayMs),
  })
  const name = (locale === 'ar' && charity.nameAr) || charity.name
  const t = mailTexts(locale, { product: ports.productName, charity: `\u2068${name}\u2069` })
  const mail = noticeMail(ports, {
    key: `charity-email.${ports.newId()}`,
    kind: 'charity-email-requested',
    to: email,
    locale,
    t: (key) => t(key === 'footer' ? 'email-requested.footer' : `email-requested.${key}`),
    blocks: [{ kind: 'button', text: t('email-requested.button'), url: `${ports.origin}/charity-email?code=${code}` }],
  })
  await queueMails(tx, [mail], instant)
}

/** Returns the charity and email address of a code, for the page with its button. Throws 404 if the code is invalid. */
export async function readEmailChange(ports: Pick<CharityPorts, 'db' | 'clock'>, code: string) {
  const emailChange = await findEmailChange(ports.db, hashOfToken(code), ports.clock())
  if (!emailChange) throw new Problem('not-found', 'code-not-valid')
  return emailChange
}

/** Makes the email address of a code the contact email of its charity. */
export async function confirmCharityEmail(ports: CharityPorts, context: RequestContext, code: string): Promise<void> {
  const emailChange = await readEmailChange(ports, code)
  const instant = ports.clock()
  await ports.write(async (tx) => {
    await updateOrganization(tx, emailChange.organizationId, { email: emailChange.email, email_confirmed_at: instant })
    await deleteEmailChange(tx, emailChange.organizationId)
    await record(tx, {
      actor: { kind: 'system' },
      act: 'charities.email-confirmed',
      object: `organization:${emailChange.organizationId}`,
      at: instant,
      ip: context.ip,
      details: { email: emailChange.email },
    })
  })
}
