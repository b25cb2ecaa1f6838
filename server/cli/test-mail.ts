import { mailHostOf, mailLayout } from '#modules/platform/notifications/index.ts'
import { describeMailError } from '../adapters/mail-advice.ts'
import type { App } from '../app.ts'

/** What a test mail needs; `setup` has it before there is an application. */
export type TestMailPorts = Pick<App, 'mailer' | 'mailFrom' | 'productName' | 'origin' | 'newId'> & {
  readonly config: { readonly SMTP_URL?: string | undefined }
}

/** Sends a test mail. Returns exit code 1 without a mail server; throws its error with advice for the operator. */
export async function sendTestMail(app: TestMailPorts, to: string): Promise<number> {
  if (app.mailer.kind === 'mailbox') {
    console.log('SMTP_URL isn’t set, so mails aren’t sent. Outside production, you can read them at /dev/mail.')
    return 1
  }
  const title = `This is a test of ${app.productName}`
  const text = `The operator of ${app.origin} sent this mail to test delivery. You don’t need to do anything.`
  const mail = mailLayout({
    locale: 'en',
    productName: app.productName,
    title,
    preheader: text,
    footer: app.origin,
    blocks: [{ kind: 'text', text: text }],
  })
  const messageId = `<test.${app.newId()}@${mailHostOf(app.mailFrom)}>`
  try {
    await app.mailer.send({ messageId, from: app.mailFrom, to, subject: title, html: mail.html, plain: mail.text })
  } catch (error) {
    throw new Error(describeMailError(error, app.config.SMTP_URL ?? ''), { cause: error })
  }
  console.log(`The mail server accepted a mail from ${app.mailFrom} to ${to}. Check that it arrives, and not as spam.`)
  return 0
}
