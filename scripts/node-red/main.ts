/**
 * `clients/node-red/check`: starts a platform, and Node-RED with the flow of `clients/node-red`. Donates, and compares the
 * row that Node-RED writes with the donation in the API. Forged and repeated requests must write nothing.
 */
import '#tests/support/environment.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/config/free-port.ts'
import { one, required } from '#shared/collections.ts'
import { createClient } from '../../clients/typescript/client.ts'
import { givenOptions } from '../given-options.ts'
import { createPlatform, type Platform, until } from '../recovery/platform.ts'

const usage = `Usage: clients/node-red/check
  --folder  where Node-RED is installed; its files are written there`
const { folder } = givenOptions(usage, { folder: { type: 'string', default: '' } }, [])
const flow = path.join(import.meta.dirname, '../../clients/node-red/flow.json')
const rowsFile = path.join(folder, 'rows.csv')
const port = await freePort()
const receiver = `http://127.0.0.1:${port}/sunbul`
const donor = 'A Donor'
let failures = 0

function expect(what: string, found: unknown, expected: unknown): void {
  const [text, wanted] = [JSON.stringify(found), JSON.stringify(expected)]
  if (text === wanted) console.log(`passed: ${what}`)
  else console.error(`FAILED: ${what}: expected ${wanted}, found ${text}`)
  if (text !== wanted) failures += 1
}

/** The rows of the donor that Node-RED wrote; plans of the demo may be charged meanwhile. */
const readRows = (): string[] =>
  fs.existsSync(rowsFile)
    ? fs
        .readFileSync(rowsFile, 'utf8')
        .split('\n')
        .filter((row) => row.includes(`"${donor}"`))
    : []

/** Creates an API key as the owner of a charity of the demo. */
async function createKey({ url }: Platform): Promise<string> {
  const post = async (where: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', origin: url, cookie }
    const response = await fetch(`${url}${where}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${where} responded with ${response.status}: ${await response.text()}`)
    return response
  }
  const login = await post('/v4/login', { email: 'sana@example.org', password: 'sunbul-demo-2026' })
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const draft = { name: 'Node-RED', scopes: ['donations:read', 'webhooks:write'], expiresInDays: 30 }
  const created = await post('/v4/organizations/1/api-keys', draft, cookies.join('; '))
  return ((await created.json()) as { key: string }).key
}

async function startNodeRed(secret: string): Promise<ChildProcess> {
  const settings = path.join(folder, 'settings.js')
  const options = { uiHost: '127.0.0.1', uiPort: port, httpAdminRoot: false, telemetry: { enabled: false } }
  fs.writeFileSync(settings, `module.exports = ${JSON.stringify(options)}`)
  const red = path.join(folder, 'node_modules/node-red/red.js')
  // Node-RED writes the file of its flow.
  const ownFlow = path.join(folder, 'flow.json')
  fs.copyFileSync(flow, ownFlow)
  const output = fs.openSync(path.join(folder, 'node-red.log'), 'w')
  const child = spawn(process.execPath, [red, '--userDir', folder, '--settings', settings, ownFlow], {
    env: { ...process.env, SUNBUL_WEBHOOK_SECRET: secret, SUNBUL_ROWS: rowsFile },
    stdio: ['ignore', output, output],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  await until(
    () =>
      fetch(receiver, { method: 'POST' }).then(
        ({ status }) => status === 401,
        () => false,
      ),
    'Node-RED starts',
    120_000,
  )
  return child
}

/** Posts an event to Node-RED as Sunbul does; `sent` is sent instead of the signed body. Returns the status. */
async function post(body: string, secret: string, { age = 0, sent = body } = {}): Promise<number> {
  const [id, seconds] = [randomUUID(), Math.floor(Date.now() / 1000) - age]
  const signature = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${seconds}.${body}`)
    .digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` }
  const response = await fetch(receiver, { method: 'POST', headers, body: sent })
  return response.status
}

async function tryAll(platform: Platform): Promise<void> {
  const call = createClient({ origin: platform.url, key: await createKey(platform) })
  const organizationId = required((await call('GET /v4/api-key', {})).organization).id
  const endpoint = await call('POST /v4/organizations/{organizationId}/webhook-endpoints', {
    organizationId,
    url: receiver,
    events: ['donation.succeeded'],
  })
  const nodeRed = await startNodeRed(endpoint.secret)
  const [campaign] = await platform.query<{ id: string }>(
    `select id::text from campaigns.campaign where organization_id = $1 and status = 1 and currency = 'USD' and (ends_at is null or ends_at > now()) order by id`,
    [organizationId],
  )
  const { status, message } = await platform.donateAndRead(required(campaign).id, 1)
  expect(`a donation is accepted${message && `: ${message}`}`, status, 200)
  await until(() => readRows().length > 0, 'Node-RED writes a row', 60_000)
  const listed = await call('GET /v4/organizations/{organizationId}/donations', { organizationId, limit: 100 })
  const donation = required(listed.donations.find(({ name }) => name === donor))
  const endpointId = endpoint.id
  const delivered = async () => {
    // The key's limit of requests.
    await sleep(1000)
    const name = 'GET /v4/organizations/{organizationId}/webhook-endpoints/{endpointId}/deliveries'
    const { deliveries } = await call(name, { organizationId, endpointId })
    return deliveries.find(({ eventId, status }) => status === 204 && one(readRows()).includes(eventId))
  }
  await until(async () => (await delivered()) !== undefined, 'the response is recorded', 60_000)
  const delivery = required(await delivered())
  const [id, , ...cells] = one(readRows()).slice(1, -1).split('","')
  expect('the row has the id of the event', id, delivery.eventId)
  const { gift, currency } = donation
  expect('the row is the donation of the API', cells, [
    'donation.succeeded',
    donation.id,
    String(gift),
    currency,
    donor,
  ])

  const forged = JSON.stringify({ type: 'donation.succeeded', sequence: 1, data: { id: 'forged', name: donor } })
  const otherSecret = `whsec_${randomBytes(32).toString('base64')}`
  expect('another secret is refused', await post(forged, otherSecret), 401)
  expect('a changed body is refused', await post(forged, endpoint.secret, { sent: `${forged} ` }), 401)
  expect('an old request is refused', await post(forged, endpoint.secret, { age: 310 }), 401)
  const resend = 'POST /v4/organizations/{organizationId}/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/resend'
  await call(resend, { organizationId, endpointId, deliveryId: delivery.id })
  await until(
    async () => (await delivered())?.lastAttemptAt !== delivery.lastAttemptAt,
    'the event is sent again',
    60_000,
  )
  await sleep(500)
  expect('neither these nor the repeated event wrote a row', readRows().length, 1)
  expect('a correct signature writes one, so the refusals count', await post(forged, endpoint.secret), 204)
  await until(() => readRows().length === 2, 'Node-RED writes a second row', 10_000)
  nodeRed.kill('SIGTERM')
}

const platform = await createPlatform({
  logFile: path.join(folder, 'sunbul.log'),
  settings: { WEBHOOK_HOSTS: `127.0.0.1:${port}` },
})
try {
  await platform.start()
  await tryAll(platform)
} catch (error) {
  failures += 1
  console.error(`FAILED: ${String(error)}`)
  for (const log of ['sunbul.log', 'node-red.log'])
    if (fs.existsSync(path.join(folder, log)))
      console.error(fs.readFileSync(path.join(folder, log), 'utf8').slice(-2000))
} finally {
  await platform.remove()
}
process.exit(failures === 0 ? 0 : 1)
