import { afterAll, beforeAll } from 'vitest'
import { type Installation, startInstallation } from './installation.ts'
import { payoutFaults, payoutSettings } from './payouts.ts'
import { testPayoutFaults } from './test-faults.ts'

let installation: Installation
beforeAll(async () => {
  installation = await startInstallation(payoutSettings)
  await installation.start()
})
afterAll(() => installation.stop())

testPayoutFaults(Object.keys(payoutFaults), () => installation)
