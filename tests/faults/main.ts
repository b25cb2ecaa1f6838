/**
 * `npm run faults`: the fault tests that `npm test` leaves out. `npm run faults -- --seeds N`: N rounds, each a seeded
 * mix of donations, faults and kills, each ending with the books compared. Two web processes and two workers share the
 * database; the first process is both, and it is the one that is killed.
 */
import '#tests/support/environment.ts'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { givenOptions } from '../../scripts/given-options.ts'
import { seededRandom } from '../simulation/chance.ts'
import { expectBooksToAgree, give, donateUntilAnswered } from './donations.ts'
import { freshKey, startInstallation, type Installation } from './installation.ts'

const usage = `Usage: npm run faults -- [--seeds 10] [--from 1]
  --seeds  how many random rounds; without options, the named faults are tested instead
  --from   the seed of the first; the next one's is one more`
const values = givenOptions(usage, { seeds: { type: 'string' }, from: { type: 'string' } }, ['seeds', 'from'])
if (values.seeds === undefined && values.from === undefined) {
  const script = path.join(import.meta.dirname, '../../scripts/test.ts')
  process.exit(spawnSync(process.execPath, [script, 'faults'], { stdio: 'inherit' }).status ?? 1)
}

const cards = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_mastercard', 'pm_card_visa_chargeDeclined']
const providerFaults = [
  undefined,
  undefined,
  undefined,
  'flt_timeout_after_charge',
  'flt_timeout_before_charge',
  'flt_500_after_charge',
  'flt_dup_webhook_x5',
  'flt_webhook_never',
  'flt_webhook_before_response',
  'flt_reset_mid_body',
  'flt_429',
]
const places = ['before_provider', 'after_provider', 'after_commit']

async function round(installation: Installation, urls: readonly string[], seed: number): Promise<void> {
  const roll = seededRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)]!
  const kills = roll() < 0.6
  await installation.kill()
  await installation.start(kills ? `${pick(places)}:kill:${Math.floor(roll() * 4)}` : '')
  const donations = Array.from({ length: 4 + Math.floor(roll() * 8) }, () => ({
    key: freshKey(),
    card: pick(cards),
    fault: pick(providerFaults),
    requests: 1 + Math.floor(roll() * 3),
  }))
  await Promise.all(
    donations.map(async ({ requests, ...donation }) => {
      await Promise.all(
        Array.from({ length: requests }, (_, index) =>
          give(installation, { ...donation, at: urls[index % urls.length] } as never).catch(() => undefined),
        ),
      )
    }),
  )
  if (roll() < 0.3) installation.restartDatabase()
  await sleep(roll() * 200)
  await installation.kill()
  await installation.start()
  // Some donors come back and send it again, to either process; some never do.
  await Promise.all(
    donations
      .filter(() => roll() < 0.5)
      .map(({ requests: _, ...donation }) =>
        donateUntilAnswered(installation, { ...donation, at: pick(urls) } as never, 60_000),
      ),
  )
  await expectBooksToAgree(installation)
}

const installation = await startInstallation()
let passed = 0
let failed = 0
await installation.start()
const urls = [installation.url, await installation.startAnother()]
await installation.startWorker().ready
const first = Number(values.from ?? 1)
for (let seed = first; seed < first + Number(values.seeds ?? 10); seed++) {
  try {
    await round(installation, urls, seed)
    passed += 1
    console.log(`seed ${seed}: the books agree`)
  } catch (error) {
    failed += 1
    console.log(`seed ${seed}: ${String(error)} (again with --from ${seed} --seeds 1)`)
  }
}
await installation.stop()
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
