import { afterAll, beforeAll } from 'vitest'
import { type Installation, startInstallation } from './installation.ts'
import { killPoints } from './kill-points.ts'
import { planFaults } from './plans.ts'
import { testPlanFaults } from './test-faults.ts'

let installation: Installation
beforeAll(async () => {
  installation = await startInstallation()
  await installation.start('', 'web')
})
afterAll(() => installation.stop())

testPlanFaults(
  Object.keys(planFaults).filter((name) => !killPoints.plans.some((kept) => kept === name)),
  () => installation,
)
