import { afterAll, beforeAll, test } from 'vitest'
import { faults } from '../faults/faults.ts'
import { expectBooksToAgree } from '../faults/donations.ts'
import { type Installation, startInstallation } from '../faults/installation.ts'

let installation: Installation
beforeAll(async () => {
  installation = await startInstallation()
  await installation.start()
}, 300_000)
afterAll(() => installation.stop())

for (const [name, fault] of Object.entries(faults))
  test(`${name}: exactly one charge or none, and the books agree`, async () => {
    await fault(installation)
    await expectBooksToAgree(installation)
  }, 300_000)
