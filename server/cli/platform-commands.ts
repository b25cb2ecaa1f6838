import { billingServer } from '#modules/recurring/billing/index-server.ts'
import { flagsServer } from '#modules/platform/flags/index-server.ts'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import { checkPassword } from '#modules/platform/identity/rules/password.ts'
import { mailHostOf, mailLayout } from '#modules/platform/notifications/index.ts'
import type { App } from '../app.ts'
import { seedCharitySignUps } from '../seed/charities/charity-sign-ups.ts'
import { seedHostedPage } from '../seed/charities/hosted-page.ts'
import { seedDemo } from '../seed/seed.ts'
import { type Installation, withApp } from './installation.ts'

/** Fills an empty database with the demo. Refuses in production, because the demo's passwords are public. */
export async function writeDemo(installation: Installation): Promise<number> {
  const { config, ownerUrl } = installation
  if (config.MODE === 'production')
    throw new Error('the demo can’t be installed with MODE=production, because its passwords are public')
  const isNew = await withApp(installation, async (app) => {
    const isWritten = await seedDemo(app, { now: app.clock(), ownerUrl })
    if (isWritten) {
      await seedCharitySignUps(app)
      await seedHostedPage(app)
    }
    return isWritten
  })
  console.log(isNew ? 'The demo is installed.' : 'The database already has charities, so nothing was written.')
  return 0
}

/** Creates an account for the operator with the password `given`; without one, generates a password and prints it. */
export async function createAdmin(app: App, email: string, requestedPassword: string | undefined): Promise<number> {
  const password = requestedPassword ?? app.newToken(12)
  const fault = checkPassword(password, { email })
  if (fault) throw new Error(`the password is too weak: ${fault.code}`)
  const id = await identityServer.createAccount(app, { email, password, firstName: '', lastName: '', roles: ['admin'] })
  if (!id) throw new Error(`${email} already has an account`)
  console.log(
    `Account ${email} can now log in.${requestedPassword === undefined ? ` Its password is ${password}. Change it after the first login.` : ''}`,
  )
  return 0
}

/** Sends a test mail at once. The exit code is 1 if mails aren't sent; throws the mail server's error. */
export async function sendTestMail(app: App, to: string): Promise<number> {
  if (app.mailer.kind === 'mailbox') {
    console.log('SMTP_URL isn’t set, so mails aren’t sent. Outside production you can read them at /dev/mail.')
    return 1
  }
  const title = `Test mail from ${app.productName}`
  const text = `Mail from ${app.origin} reaches you. The operator sent this test; you don’t need to do anything.`
  const mail = mailLayout({
    locale: 'en',
    productName: app.productName,
    title,
    preheader: text,
    footer: app.origin,
    blocks: [{ kind: 'text', text: text }],
  })
  const messageId = `<test.${app.newId()}@${mailHostOf(app.mailFrom)}>`
  await app.mailer.send({ messageId, from: app.mailFrom, to, subject: title, html: mail.html, plain: mail.text })
  console.log(`The mail server accepted a mail from ${app.mailFrom} to ${to}. Check that it arrives, and not as spam.`)
  return 0
}

/** Prints every flag with its value and description. A flag that the environment sets isn't read from the database. */
export async function printFlags(app: App): Promise<number> {
  for (const row of await flagsServer.listFlags(app.db)) {
    const override = app.flagOverrides[row.key]
    console.log(
      `${row.key} = ${override ?? (row.value || '(unset)')}${override === undefined ? '' : ' (set by the environment)'}`,
    )
    console.log(`  ${row.description}`)
  }
  return 0
}

const system = { kind: 'system' } as const

/** Prints whether subscriptions are charged. The exit code is 1 while the kill switch is set. */
export async function printChargingStatus(app: App): Promise<number> {
  const killSwitch = await billingServer.findKillSwitch(app.db)
  console.log(
    killSwitch
      ? `Charging has been stopped since ${killSwitch.setAt.toISOString()}: ${killSwitch.reason} ${JSON.stringify(killSwitch.facts)}`
      : 'Charging is active.',
  )
  return killSwitch ? 1 : 0
}

export async function stopCharging(app: App, reason: string): Promise<number> {
  await billingServer.setKillSwitch(app, system, reason || 'stopped at the command line')
  return printChargingStatus(app)
}

/** Resumes charging, and lists the charges that need manual review. */
export async function resumeCharging(app: App, reason: string): Promise<number> {
  const { killSwitch, imported, unmatched } = await billingServer.resumeCharging(app, system, {
    note: reason || 'resumed at the command line',
  })
  if (killSwitch)
    console.log(
      `Charging is resumed (it was stopped for: ${killSwitch.reason}). Charges imported from the provider: ${imported}.`,
    )
  for (const charge of unmatched)
    console.log(
      `The provider has charge ${charge}, which matches no donation. Find the donor, or refund it at the provider.`,
    )
  return printChargingStatus(app)
}
