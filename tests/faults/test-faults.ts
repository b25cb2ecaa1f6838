import { test } from 'vitest'
import { expectBooksToAgree } from './donations.ts'
import { faults } from './faults.ts'
import type { Installation } from './installation.ts'
import { payoutFaults } from './payouts.ts'
import { planFaults } from './plans.ts'

/** Defines a test of each named fault of donations on an installation whose server runs all roles. */
export function testDonationFaults(names: readonly string[], installation: () => Installation): void {
  for (const name of names)
    test(`${name}: exactly one charge or none, and the books agree`, async () => {
      await faults[name]!(installation())
      await expectBooksToAgree(installation())
    }, 300_000)
}

/** Defines a test of each named fault of plans on an installation whose server has no worker. */
export function testPlanFaults(names: readonly string[], installation: () => Installation): void {
  for (const name of names)
    test(`${name}: each gift is charged once or not at all, and the books agree`, async () => {
      await planFaults[name]!(installation())
      // A healthy worker processes the effects of the donations.
      const worker = installation().startWorker()
      await expectBooksToAgree(installation())
      await worker.kill()
    }, 600_000)
}

/** Defines a test of each named fault of payouts on an installation with `payoutSettings`. */
export function testPayoutFaults(names: readonly string[], installation: () => Installation): void {
  for (const name of names)
    test(`${name}: each payout is sent once or not at all, and the books agree`, async () => {
      await payoutFaults[name]!(installation())
      await expectBooksToAgree(installation())
    }, 900_000)
}
