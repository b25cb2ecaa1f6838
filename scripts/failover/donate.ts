/**
 * Donates at an address for some seconds, and prints how often it was acknowledged: `node scripts/failover/donate.ts
 * <campaign> <seconds> <url>`. Fails if a donor got anything but a donation or a refusal that says when to try again.
 * `deploy/cluster/try` uses it on an application machine.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { required } from '#shared/collections.ts'
import { requestDonation } from '../recovery/platform.ts'
import { findLongestGap, startDonors } from './donors.ts'

const donationsPerSecond = 5

const [campaign, seconds, url] = process.argv.slice(2)
const started = performance.now()
const donors = startDonors(
  {
    donateAndRead: (to, number, attempt) => requestDonation({ url: required(url), campaign: to, number, attempt }),
  },
  required(campaign),
  donationsPerSecond,
)
await sleep(Number(seconds) * 1000)
const arrivalsEnded = performance.now()
await donors.stop()
for (const problem of donors.problems) console.error(problem)
const others = [...donors.others].map(([status, count]) => `${count} times ${status}`)
console.log(
  `${donors.acknowledged.size} acknowledged, ${others.join(', ') || 'nothing else'}, at most ${findLongestGap(donors.times, started, arrivalsEnded).toFixed(1)} s without`,
)
process.exit(donors.problems.length === 0 ? 0 : 1)
