import { afterAll, beforeAll, describe } from 'vitest'
import { type Installation, startInstallation } from '../faults/installation.ts'
import { killPoints } from '../faults/kill-points.ts'
import { testDonationFaults, testPlanFaults } from '../faults/test-faults.ts'

let installation: Installation
beforeAll(async () => {
  installation = await startInstallation()
}, 300_000)
afterAll(() => installation.stop())

describe('one server', () => {
  beforeAll(() => installation.start(), 300_000)
  testDonationFaults(killPoints.donations, () => installation)
})

describe('a server without a worker', () => {
  beforeAll(async () => {
    await installation.kill()
    await installation.start('', 'web')
  }, 300_000)
  testPlanFaults(killPoints.plans, () => installation)
})
