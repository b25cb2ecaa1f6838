import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBooksToAgree, openCampaign } from './donations.ts'
import { freshKey, type Installation, startInstallation } from './installation.ts'

const root = path.resolve(import.meta.dirname, '../..')
const donors = 8
const git = (...args: string[]): void => {
  const done = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}`)
}

let folder: string
let installation: Installation
beforeAll(async () => {
  const [, commit = ''] = /^Commit `(\w+)`/m.exec(fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8')) ?? []
  folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-release-')), 'code')
  git('worktree', 'add', '--detach', folder, commit)
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  // The load is slower than the time-outs of the other faults on a busy machine, and nothing is broken here.
  installation = await startInstallation({ PAYMENT_TIMEOUT_MS: '20000', RECORD_TIMEOUT_MS: '10000' })
})
afterAll(async () => {
  await installation.stop()
  git('worktree', 'remove', '--force', folder)
})

/** Sends one donation on a new connection, as a proxy does, and returns the status or the code of the network error. */
async function donate(campaign: { readonly id: string; readonly currency: string }, number: number): Promise<string> {
  const body = JSON.stringify({
    amount: '20',
    currency: campaign.currency,
    feeAmount: '0',
    tokens: [{ type: 'card', token: 'pm_card_visa' }],
    guest: { email: `donor-${number}@example.org`, name: 'A Donor' },
  })
  const headers = {
    'content-type': 'application/json',
    'session-id': `donor-${number}`,
    'idempotency-key': freshKey(),
    'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
  }
  return new Promise((resolve) => {
    const url = `${installation.url}/api/donate/donate/${campaign.id}`
    const request = http.request(url, { method: 'POST', agent: false, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(String(response.statusCode)))
      response.once('error', (error) => resolve(String(error)))
    })
    request.once('error', (error) => resolve(String(error)))
    request.end(body)
  })
}

test('a rolling restart from the last release to this one loses no request [payments-1]', async () => {
  const releaseWeb1 = await installation.startFrom(folder, 'web', 1)
  const releaseWeb2 = await installation.startFrom(folder, 'web', 2)
  const releaseWorkers = [
    await installation.startFrom(folder, 'worker', 1),
    await installation.startFrom(folder, 'worker', 2),
  ]
  const campaign = await openCampaign(installation)
  const statuses = new Map<string, number>()
  let isDone = false
  let number = 0
  const load = Array.from({ length: donors }, async () => {
    while (!isDone) {
      const status = await donate(campaign, (number += 1))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await sleep(50)
    }
  })
  await sleep(2000)
  // First the workers of the release stop: they would leave donations out of the figures of later migrations (Q22).
  for (const former of releaseWorkers) expect(await former.stop()).toBe(0)
  // One after the other: the new process is ready before the former one is asked to stop.
  for (const [instance, former] of [releaseWeb1, releaseWeb2].entries()) {
    await installation.startFrom(root, 'web', instance + 1)
    await sleep(1000)
    expect(await former.stop()).toBe(0)
  }
  for (const instance of releaseWorkers.keys()) await installation.startFrom(root, 'worker', instance + 1)
  await sleep(2000)
  isDone = true
  await Promise.all(load)
  console.log(`donations during the restart: ${JSON.stringify(Object.fromEntries(statuses))}`)
  expect([...statuses.keys()]).toEqual(['200'])
  expect(statuses.get('200')).toBeGreaterThan(20)
  await expectBooksToAgree(installation)
}, 600_000)
