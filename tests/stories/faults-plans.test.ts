import { afterAll, beforeAll, test } from 'vitest'
import { expectBooksToAgree } from '../faults/donations.ts'
import { type Installation, startInstallation } from '../faults/installation.ts'
import { planFaults } from '../faults/plans.ts'

let installation: Installation
beforeAll(async () => {
  installation = await startInstallation()
  await installation.start('', 'web')
}, 300_000)
afterAll(() => installation.stop())

for (const [name, fault] of Object.entries(planFaults))
  test(`${name}: each gift is charged once or not at all, and the books agree`, async () => {
    await fault(installation)
    // A healthy worker processes the effects of the donations.
    const worker = installation.startWorker()
    await expectBooksToAgree(installation)
    await worker.kill()
  }, 600_000)
