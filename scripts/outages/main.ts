/**
 * `deploy/recovery/outages`: tries each row of the table “What donors see during an outage” in docs/operations.md, and
 * prints what a donor sees, what is logged and which metrics change. It fails if a donation is lost, charged twice or
 * isn't accepted again afterwards.
 */
import '#tests/support/environment.ts'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { SMTPServer } from 'smtp-server'
import { one } from '#shared/collections.ts'
import { addSubscriptions, makeDue } from '../../bench/due.ts'
import { givenOptions } from '../given-options.ts'
import { createFolder, createPlatform, type Platform, until } from '../recovery/platform.ts'

const usage = `Usage: deploy/recovery/outages [--only disk]
  --only  bucket, archive, provider, mail, clock or disk`
const { only } = givenOptions(usage, { only: { type: 'string' } }, [])
const problems: string[] = []
const expect = (what: string, holds: boolean) => {
  if (holds) console.log(`  passed: ${what}`)
  else problems.push(what)
}
let number = 0

/** Certificates of 127.0.0.1: a valid one and one that has expired. */
function createCertificates(work: string) {
  const file = (name: string) => path.join(work, name)
  fs.writeFileSync(
    file('ca.cnf'),
    `[ca]\ndefault_ca=d\n[d]\ndatabase=${file('index')}\nserial=${file('serial')}\nnew_certs_dir=${work}\ndefault_md=sha256\npolicy=p\nx509_extensions=v\nunique_subject=no\n[p]\ncommonName=supplied\n[v]\nsubjectAltName=IP:127.0.0.1,DNS:localhost\nbasicConstraints=CA:true\n[req]\ndistinguished_name=n\n[n]\n`,
  )
  fs.writeFileSync(file('index'), '')
  fs.writeFileSync(file('serial'), '01\n')
  const openssl = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`openssl: ${stderr}`)
  }
  const subject = ['-config', file('ca.cnf'), '-subj', '/CN=127.0.0.1']
  openssl('req', '-new', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', file('key'), '-out', file('request'))
  const sign = (name: string, from: string, to: string) => {
    const key = ['-selfsign', '-keyfile', file('key'), '-in', file('request'), '-out', file(name)]
    openssl('ca', '-batch', '-config', file('ca.cnf'), ...key, '-startdate', from, '-enddate', to)
    return { key: fs.readFileSync(file('key')), cert: fs.readFileSync(file(name)) }
  }
  const valid = sign('valid', '200101000000Z', '400101000000Z')
  const expired = sign('expired', '200101000000Z', '210101000000Z')
  fs.writeFileSync(file('trusted'), Buffer.concat([valid.cert, expired.cert]))
  return { valid, expired, trusted: file('trusted') }
}

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port
const listen = (server: http.Server | https.Server, port = 0): Promise<void> =>
  new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve()))

/** A bucket in memory that can be taken away. */
function createBucket() {
  const objects = new Map<string, Buffer>()
  let isAway = false
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const key = request.url ?? ''
      if (isAway) return response.writeHead(503).end()
      if (request.method === 'PUT') objects.set(key, Buffer.concat(chunks))
      if (request.method === 'DELETE') objects.delete(key)
      if (request.method !== 'GET') return response.writeHead(200).end()
      return objects.has(key) ? response.writeHead(200).end(objects.get(key)) : response.writeHead(404).end()
    })
  })
  return { server, setAway: (away: boolean) => void (isAway = away) }
}

/** The sandbox behind TLS. */
const createBankProxy = (target: () => string, certificate: { key: Buffer; cert: Buffer }) =>
  https.createServer(certificate, (request, response) => {
    const { method, headers } = request
    const forwarded = http.request(`${target()}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.writeHead(502).end())
    request.pipe(forwarded)
  })

type Trial = { readonly platform: Platform; readonly campaign: string; readonly logFile: string }

/** Prints what a donor sees now. */
async function donate({ platform, campaign }: Trial, when: string): Promise<number> {
  const { status, message } = await platform.donateAndRead(campaign, number++)
  console.log(`  donor, ${when}: ${status} ${message}`)
  return status
}

/** Prints the different lines of the log since the last call. */
function printLog({ logFile }: Trial): string {
  const lines = fs.readFileSync(logFile, 'utf8').split('\n')
  fs.truncateSync(logFile)
  const texts = lines.flatMap((line) => {
    if (!line.startsWith('{')) return []
    const { level, msg, error } = JSON.parse(line) as {
      level: unknown
      msg: string
      error?: { message?: string } | string
    }
    const reason = typeof error === 'object' ? (error.message ?? '') : (error ?? '')
    return [`${String(level)}: ${msg}${reason === '' ? '' : ` (${reason.slice(0, 160)})`}`]
  })
  const printed = [...new Set(texts)].slice(0, 12)
  for (const text of printed) console.log(`  log ${text}`)
  return printed.join('\n')
}

async function printMetrics({ platform }: Trial, pattern: RegExp): Promise<string> {
  const body = await (await fetch(`${platform.url}/metrics`)).text()
  const found = body.split('\n').filter((line) => !line.startsWith('#') && pattern.test(line))
  for (const line of found) console.log(`  metric ${line}`)
  return found.join('\n')
}

const printDoctor = async ({ platform }: Trial, check: string): Promise<void> => {
  const line = (await platform.cli('doctor')).output.split('\n').find((text) => text.includes(` ${check}`))
  console.log(`  doctor ${line}`)
}

async function tryBucket(trial: Trial, bucket: ReturnType<typeof createBucket>): Promise<void> {
  console.log('bucket away')
  const { platform } = trial
  const login = await fetch(`${platform.url}/v4/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'amina@example.org', password: 'sunbul-demo-2026' }),
  })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const body = await sharp({ create: { width: 700, height: 400, channels: 3, background: '#388953' } })
    .png()
    .toBuffer()
  const upload = async () => {
    const headers = { cookie, origin: platform.url, 'content-type': 'image/png' }
    const response = await fetch(`${platform.url}/v4/media`, { method: 'POST', headers, body: body as never })
    const text = await response.text()
    console.log(`  upload: ${response.status} ${text.slice(0, 200)}`)
    return { status: response.status, text }
  }
  const { url = '' } = JSON.parse((await upload()).text) as { url?: string }
  bucket.setAway(true)
  expect('a donation while the bucket is away', (await donate(trial, 'during')) === 200)
  const response = await fetch(`${platform.url}${url}&w=480`)
  console.log(`  picture: ${response.status}, Retry-After ${response.headers.get('retry-after')}`)
  expect('an upload gets 503', (await upload()).status === 503)
  await printDoctor(trial, 'pictures')
  printLog(trial)
  bucket.setAway(false)
  expect('an upload afterwards', (await upload()).status === 200)
}

async function tryArchive(trial: Trial): Promise<void> {
  console.log('archive away')
  const { platform } = trial
  fs.renameSync(platform.archive, `${platform.archive}.away`)
  expect('a donation while the archive is away', (await donate(trial, 'during')) === 200)
  await platform.query('select pg_switch_wal()')
  await sleep(8000)
  await printMetrics(trial, /^sunbul_archive/)
  await printDoctor(trial, 'archive')
  expect('it is logged', printLog(trial).includes('the archive can’t be written'))
  fs.renameSync(`${platform.archive}.away`, platform.archive)
  await until(
    async () => /waiting"} 0$/m.test(await printMetrics(trial, /^sunbul_archive.*waiting/)),
    'the archive is complete',
    30_000,
  )
}

/** Fills the small file system of the data folder until PostgreSQL can't write. */
async function tryFullDisk(trial: Trial): Promise<void> {
  console.log('full disk')
  const { platform } = trial
  const filler = path.join(platform.dataDir, 'filler')
  spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'], { stdio: 'ignore' })
  let status = 200
  // What PostgreSQL has reserved is used first: it writes 16 MB at once.
  for (let tries = 0; tries < 400 && status === 200; tries++)
    status = (await platform.donateAndRead(trial.campaign, number++)).status
  await donate(trial, 'during')
  await donate(trial, 'during')
  await sleep(3000)
  const ready = await fetch(`${platform.url}/readyz`)
  console.log(`  readyz: ${ready.status} ${(await ready.text()).slice(0, 300)}`)
  await printMetrics(trial, /^sunbul_database_up|^sunbul_archive/)
  printLog(trial)
  fs.rmSync(filler)
  await until(
    async () => (await platform.donateAndRead(trial.campaign, number++)).status === 200,
    'donations after the disk has space',
  )
  await donate(trial, 'afterwards')
  printLog(trial)
}

async function tryCertificates(trial: Trial, setBank: (isExpired: boolean) => Promise<void>): Promise<void> {
  console.log('expired certificate of the provider')
  await setBank(true)
  const status = await donate(trial, 'during')
  expect('a donation is refused without a charge', status >= 400)
  await printMetrics(trial, /^sunbul_donation_outcomes/)
  await printDoctor(trial, 'payment provider')
  printLog(trial)
  await setBank(false)
  await until(
    async () => (await trial.platform.donateAndRead(trial.campaign, number++)).status === 200,
    'donations with a valid certificate',
  )
}
async function tryMail(trial: Trial, setMail: (isExpired: boolean) => Promise<void>): Promise<void> {
  console.log('expired certificate of the mail server')
  const { platform } = trial
  const sent = async () =>
    one(await platform.query<{ n: number }>(`select count(*)::int as n from notifications.mail where state = 'sent'`)).n
  await setMail(true)
  expect('a donation while mail fails', (await donate(trial, 'during')) === 200)
  await sleep(8000)
  await printMetrics(trial, /^sunbul_waiting.*mail/)
  const { output } = await platform.cli('mail', 'test', '--email', 'operator@example.org')
  console.log(`  mail test: ${output.trim().split('\n').join(' / ')}`)
  printLog(trial)
  const before = await sent()
  await setMail(false)
  await platform.query(`update notifications.mail set next_try_at = now() where state = 'queued'`).catch(() => [])
  await until(async () => (await sent()) > before, 'receipts are sent afterwards', 600_000)
}

async function tryClock(trial: Trial): Promise<void> {
  const { platform } = trial
  for (const minutes of [10, -10]) {
    console.log(`clock of the server ${minutes} minutes off`)
    await platform.stop()
    await platform.start({ clockOffsetMs: minutes * 60_000 })
    const owner = await platform.connect()
    const plans = await addSubscriptions(owner, platform.bank, 5, 5)
    await makeDue(owner, plans, `clock-${minutes}`)
    await owner.end()
    expect('a donation with a wrong clock', (await donate(trial, 'during')) === 200)
    await sleep(8000)
    const stopped = await printMetrics(trial, /^sunbul_plans_kill_switch/)
    expect('charging of plans stops', stopped.includes('reason="clocks"'))
    console.log(`  ${(await platform.cli('plans', 'status')).output.trim()}`)
    printLog(trial)
    await platform.stop()
    await platform.start()
    await platform.cli('plans', 'resume', 'the clock is right again')
    await until(
      async () =>
        one(
          await platform.query<{ n: number }>(
            `select count(*)::int as n from subscriptions.occurrence where subscription_id = any($1) and occurrence_key = $2 and state = 'SUCCEEDED'`,
            [plans, `clock-${minutes}`],
          ),
        ).n === plans.length,
      'the plans are charged afterwards',
    )
    printLog(trial)
  }
}

const work = createFolder()
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=900m,mode=755', 'tmpfs', work]).status === 0
if (!isMounted) {
  console.error('a small file system can’t be mounted (this needs root), so nothing was tried')
  process.exit(1)
}
const { valid, expired, trusted } = createCertificates(work)
const bucket = createBucket()
await listen(bucket.server)
let bankTarget = ''
let bankServer = createBankProxy(() => bankTarget, valid)
await listen(bankServer)
const bankPort = portOf(bankServer)
const setBank = async (isExpired: boolean) => {
  bankServer.closeAllConnections()
  await new Promise((resolve) => bankServer.close(resolve))
  bankServer = createBankProxy(() => bankTarget, isExpired ? expired : valid)
  await listen(bankServer, bankPort)
}
const createMailServer = (certificate: { key: Buffer; cert: Buffer }) =>
  new SMTPServer({
    ...certificate,
    secure: true,
    authOptional: true,
    onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
  })
let mailServer = createMailServer(valid)
mailServer.on('error', () => undefined)
await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', () => resolve()))
const mailPort = portOf(mailServer.server)
const setMail = async (isExpired: boolean) => {
  await new Promise<void>((resolve) => mailServer.close(() => resolve()))
  mailServer = createMailServer(isExpired ? expired : valid)
  mailServer.on('error', () => undefined)
  await new Promise<void>((resolve) => mailServer.listen(mailPort, '127.0.0.1', () => resolve()))
}
const logFile = path.join(work, 'log')
const platform = await createPlatform({
  work,
  logFile,
  settings: {
    NODE_EXTRA_CA_CERTS: trusted,
    SANDBOX_URL: `https://127.0.0.1:${bankPort}`,
    SMTP_URL: `smtps://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'give@example.org',
    S3_BUCKET: 'pictures',
    S3_ENDPOINT: `http://127.0.0.1:${portOf(bucket.server)}`,
    S3_PATH_STYLE: 'yes',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  },
})
bankTarget = platform.bank.url
try {
  await platform.start()
  const { id: campaign } = one(
    await platform.query<{ id: string }>(
      `select id::text from campaigns.campaign where currency = 'USD'
         and (select reason from campaigns.donation_refusal(array[id], false, now() + interval '1 day')) is null
       order by id limit 1`,
    ),
  )
  const trial = { platform, campaign, logFile }
  expect('a donation before', (await donate(trial, 'before')) === 200)
  const trials: Readonly<Record<string, () => Promise<void>>> = {
    bucket: () => tryBucket(trial, bucket),
    archive: () => tryArchive(trial),
    provider: () => tryCertificates(trial, setBank),
    mail: () => tryMail(trial, setMail),
    clock: () => tryClock(trial),
    disk: () => tryFullDisk(trial),
  }
  for (const [name, run] of Object.entries(trials)) if (only === undefined || only === name) await run()
  await until(async () => (await platform.cli('ledger', 'verify')).code === 0, 'ledger verify passes', 600_000)
  console.log('  passed: ledger verify')
} catch (error) {
  problems.push(String(error))
} finally {
  await platform.remove().catch(() => undefined)
  bucket.server.close()
  bankServer.close()
  mailServer.close()
  spawnSync('umount', ['-l', work])
  fs.rmSync(work, { recursive: true, force: true })
}
for (const problem of problems) console.error(`FAILED: ${problem}`)
console.log(problems.length === 0 ? 'passed: outages' : `${problems.length} problems`)
process.exit(problems.length === 0 ? 0 : 1)
