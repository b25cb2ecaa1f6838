import { subscriptionsServer } from '#modules/recurring/subscriptions/index-server.ts'
import { flagsServer } from '#modules/platform/flags/index-server.ts'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import { checkPassword } from '#modules/platform/identity/rules/password.ts'
import type { App } from '../app.ts'
import { seedCharitySignUps } from '#demo/charities/charity-sign-ups.ts'
import { seedHostedPage } from '#demo/charities/hosted-page.ts'
import { seedGiftAidClaims } from '#demo/charities/gift-aid-claims.ts'
import { seedPayouts } from '#demo/charities/payouts.ts'
import { seedDemo } from '#demo/seed.ts'
import { type Installation, withApp } from './installation.ts'

/** Fills an empty database with the demo data. Throws in production, because the demo's passwords are public. */
export async function writeDemo(installation: Installation): Promise<number> {
  const { config, ownerUrl } = installation
  if (config.MODE === 'production')
    throw new Error('demo data can’t be used with MODE=production, because its logins are public')
  const isNew = await withApp(installation, async (app) => {
    const isWritten = await seedDemo(app, { now: app.clock(), ownerUrl })
    if (isWritten) {
      await seedCharitySignUps(app)
      await seedHostedPage(app)
      await seedPayouts(app)
      await seedGiftAidClaims(app)
    }
    return isWritten
  })
  console.log(isNew ? 'Demo data created.' : 'The database already has charities, so no demo data was created.')
  return 0
}

/** Creates an admin account. Without `chosenPassword`, it generates a password and prints it. */
export async function createAdmin(app: App, email: string, chosenPassword: string | undefined): Promise<number> {
  const password = chosenPassword ?? app.newToken(12)
  const fault = checkPassword(password, { email })
  if (fault) throw new Error(`the password isn’t accepted: ${fault.code}`)
  const id = await identityServer.createAccount(app, { email, password, firstName: '', lastName: '', roles: ['admin'] })
  if (!id) throw new Error(`${email} already has an account`)
  console.log(
    `Created the account ${email}.${chosenPassword === undefined ? ` Its password is ${password}. Change it after you log in.` : ''}`,
  )
  return 0
}

/** Prints every feature flag with its value and description. Values of the environment override the database. */
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

/** Prints whether recurring donations are charged. Returns exit code 1 while the kill switch is set. */
export async function printChargingStatus(app: App): Promise<number> {
  const killSwitch = await subscriptionsServer.findKillSwitch(app.db)
  console.log(
    killSwitch
      ? `Charging has been stopped since ${killSwitch.setAt.toISOString()}: ${killSwitch.reason} ${JSON.stringify(killSwitch.details)}`
      : 'Charging is on: recurring donations are charged when they are due.',
  )
  return killSwitch ? 1 : 0
}

export async function stopCharging(app: App, reason: string): Promise<number> {
  await subscriptionsServer.setKillSwitch(app, system, reason || 'stopped at the command line')
  return printChargingStatus(app)
}

/** Resumes charging, and lists the charges that need manual review. */
export async function resumeChargingFromCli(app: App, reason: string): Promise<number> {
  const { killSwitch, imported, unmatched } = await subscriptionsServer.resumeCharging(app, system, {
    note: reason || 'resumed at the command line',
  })
  if (killSwitch)
    console.log(
      `Charging resumed. It had been stopped because: ${killSwitch.reason}. Charges imported from the provider: ${imported}.`,
    )
  for (const charge of unmatched)
    console.log(
      `The provider’s charge ${charge} belongs to no donation here. Find its donor, or refund it at the provider.`,
    )
  return printChargingStatus(app)
}
