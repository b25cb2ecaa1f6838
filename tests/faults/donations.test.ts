import { afterAll, beforeAll } from 'vitest'
import { faults } from './faults.ts'
import { type Installation, startInstallation } from './installation.ts'
import { killPoints } from './kill-points.ts'
import { testDonationFaults } from './test-faults.ts'

let installation: Installation
beforeAll(async () => {
  installation = await startInstallation()
  await installation.start()
})
afterAll(() => installation.stop())

testDonationFaults(
  Object.keys(faults).filter((name) => !killPoints.donations.some((kept) => kept === name)),
  () => installation,
)
