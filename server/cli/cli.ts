/** `npm run sunbul -- <command>`: what an operator does with an installation. */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { listFlags, setFlag } from '#modules/platform/flags/index.ts'
import { wrongFlag } from '#modules/platform/flags/rules/values.ts'
import { findKillSwitch, resumeCharging, setKillSwitch } from '#modules/recurring/billing/index.ts'
import type { Log } from '#shared/ports.ts'
import { createAccount } from '#modules/platform/identity/index.ts'
import { checkEmail } from '#modules/platform/identity/rules/email.ts'
import { checkPassword } from '#modules/platform/identity/rules/password.ts'
import { mailHostOf, mailLayout } from '#modules/platform/notifications/index.ts'
import { createFiles, mediaFolder } from '../adapters/files.ts'
import { type App, createApp } from '../app.ts'
import { backUp, restore } from '../database/backup.ts'
import { type Config, ConfigurationError, loadConfig } from '../config/config.ts'
import { openDatabase } from '../database/db.ts'
import { createLog } from '../ops/log.ts'
import { findVersionProblem, migrate, pendingMigrations } from '../database/migrate.ts'
import { startEmbedded } from '../database/pg.ts'
import { findDirectUrlProblem, findPoolUrlProblem } from '../database/pooler.ts'
import { saidOfError } from '../ops/said-of-error.ts'
import { demoInEarnest, holdsDemo, seedDemo } from '../seed/seed.ts'
import { connectProviders } from '../config/payments.ts'
import { verifyLedger } from '../ops/verify-ledger.ts'
import { findFundProblem, runZakatFeeFund } from './zakat-fee-fund.ts'

const usage = `Usage: npm run sunbul -- <command>
  doctor                          what is wrong with this installation, and how to mend it
  migrate                         bring the database to this version
  seed --demo                     the demo's charities, fundraisers and gifts, into an empty database
  create-admin --email <address>  an account for the operator; asks SUNBUL_ADMIN_PASSWORD or makes a password
  mail test --email <address>     sends one mail there, now, and says what the mail server answered
  flags [set <flag> <value>]      every switch with its value and what it does; set turns one, and all processes follow within five seconds
  plans status|brake|release      whether gifts of subscriptions are charged; brake [why] stops them, release [why] lets them go on
  zakat-fee-fund [add --amount <n> --currency <code> --reference <transfer>]
                                  the balance of the fund that bears processing fees of zakat; add books a sponsor's transfer once
  ledger verify                   every check that must find nothing; exit code 1 when one does
  backup <file>                   one consistent snapshot of every table, with the pictures people uploaded
  restore <file> [--force]        fills an empty installation from a snapshot, and verifies the ledger; --force empties it first`

const { positionals, values } = given()

function given() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        amount: { type: 'string' },
        currency: { type: 'string' },
        demo: { type: 'boolean' },
        email: { type: 'string' },
        force: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        reference: { type: 'string' },
      },
    })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(usage)
    process.exit(2)
  }
}

const commands = [
  'doctor',
  'migrate',
  'seed',
  'create-admin',
  'mail',
  'flags',
  'plans',
  'zakat-fee-fund',
  'ledger',
  'backup',
  'restore',
]
/** Whose the options are; with any other command one would be passed over without a word. */
const commandsOf: Readonly<Record<Exclude<keyof typeof values, 'help'>, readonly string[]>> = {
  amount: ['zakat-fee-fund'],
  currency: ['zakat-fee-fund'],
  reference: ['zakat-fee-fund'],
  demo: ['seed'],
  email: ['create-admin', 'mail'],
  force: ['restore'],
}

const fundOptions = { amount: values.amount, currency: values.currency, reference: values.reference }

/** What is wrong with the words of a command, before anything is opened or touched; undefined: nothing. */
function wrongWords([command, argument, ...more]: readonly string[]): string | undefined {
  if (command === undefined) return ''
  if (!commands.includes(command)) return `there is no command ${command}`
  const stray = (Object.keys(values) as (keyof typeof commandsOf)[]).find(
    (option) => !commandsOf[option].includes(command),
  )
  if (stray) return `${command} takes no --${stray}`
  switch (command) {
    case 'flags': {
      if (argument === undefined) return undefined
      const [key, ...value] = more
      return argument === 'set' && key !== undefined && value.length > 0
        ? wrongFlag(key, value.join(' '))
        : 'did you mean: flags, flags set <flag> <value>'
    }
    case 'plans':
      if (argument === 'status' && more.length > 0) return `plans status takes no ${more[0]!}`
      return ['status', 'brake', 'release'].includes(argument ?? 'status')
        ? undefined
        : 'did you mean: plans status, plans brake, plans release'
    case 'mail':
      if (argument !== 'test' || more.length > 0) return 'did you mean: mail test --email <address>'
      return wrongAddress()
    case 'zakat-fee-fund':
      return more.length > 0
        ? `zakat-fee-fund takes no ${more[0]!}`
        : findFundProblem({ ...fundOptions, act: argument })
    case 'ledger':
      return argument === 'verify' && more.length === 0 ? undefined : 'did you mean: ledger verify'
    case 'backup':
    case 'restore':
      if (argument === undefined) return `${command} needs the file to ${command === 'backup' ? 'write' : 'read'}`
      return more.length > 0 ? `${command} takes one file` : undefined
    default:
      if (argument !== undefined) return `${command} takes no ${argument}`
      if (command === 'seed' && !values.demo) return 'say what to seed: seed --demo'
      return command === 'create-admin' ? wrongAddress() : undefined
  }

  function wrongAddress(): string | undefined {
    if (!values.email) return `${command} needs --email`
    return checkEmail(values.email) ? `${values.email} is no e-mail address` : undefined
  }
}

function configured(): Config {
  try {
    return loadConfig()
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    console.error(error.message)
    process.exit(78)
  }
}

async function main(): Promise<number> {
  if (values.help || positionals[0] === 'help') {
    console.log(usage)
    return 0
  }
  const wrong = wrongWords(positionals)
  if (wrong !== undefined) {
    console.error(wrong === '' ? usage : `${wrong}\n${usage}`)
    return 2
  }
  const [command = '', file = ''] = positionals
  const config = configured()
  const log = createLog({ level: 'warn', format: config.LOG_FORMAT })
  const embedded = config.DATABASE_URL ? undefined : await startEmbedded({ dataDir: config.DATA_DIR })
  const ownerUrl = config.DATABASE_URL ?? embedded!.url
  try {
    switch (command) {
      case 'doctor':
        return await doctor(config, ownerUrl)
      case 'migrate': {
        const applied = await migrate({ ownerUrl, poolUrl: config.DATABASE_POOL_URL, log })
        console.log(
          applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.length}: ${applied.join(', ')}`,
        )
        return 0
      }
      case 'backup':
        return await writeBackup(config, ownerUrl, file)
      case 'restore':
        await readBackup(config, ownerUrl, file, log)
        return await verify(config, ownerUrl)
      case 'ledger':
        return await verify(config, ownerUrl)
      default:
        return await withApp(config, ownerUrl, command)
    }
  } catch (error) {
    console.error(saidOfError(error))
    return 1
  } finally {
    await embedded?.stop()
  }
}

async function writeBackup(config: Config, ownerUrl: string, file: string): Promise<number> {
  const folder = mediaFolder(config)
  const { rows, pictures, lost } = await backUp({ ownerUrl, file: path.resolve(file), folder })
  console.log(`Wrote ${rows} rows and ${pictures} pictures to ${file}`)
  if (folder === undefined)
    console.log(
      `Pictures are not in it: they lie in the bucket ${config.S3_BUCKET}, which is yours to copy, after this backup and not before.`,
    )
  for (const key of lost)
    console.error(`The file ${key} is missing or cut, though a page shows it: it was lost before this backup.`)
  console.log(
    'Keep FIELD_KEY and SESSION_SECRET (in the demo: secrets.json of the data folder) apart from it: sealed fields open with them only.',
  )
  return 0
}

async function readBackup(config: Config, ownerUrl: string, file: string, log: Log): Promise<void> {
  const { rows, pictures, picturesIn } = await restore({
    ownerUrl,
    file: path.resolve(file),
    folder: mediaFolder(config),
    log,
    force: values.force === true,
  })
  console.log(`Restored ${rows} rows and ${pictures} pictures`)
  console.log(
    'Start it with the keys of the payment provider only where the platform it was copied from is gone: two would collect the gifts of plans twice.',
  )
  if (picturesIn === 'bucket')
    console.log('Pictures were in a bucket when it was written and are not in it: put your copy of that bucket back.')
}

async function withApp(config: Config, ownerUrl: string, command: string): Promise<number> {
  // Everybody knows the demo's accounts and their password, an admin's among them.
  if (command === 'seed' && config.MODE === 'production')
    throw new Error('the demo is not for MODE=production: its log-ins are public')
  const log = createLog({ level: 'warn', format: config.LOG_FORMAT })
  await migrate({ ownerUrl, log })
  const database = openDatabase({ url: ownerUrl, log, name: 'cli', max: 4 })
  const app = createApp(config, database, log)
  try {
    if (command === 'seed') {
      const isNew = await seedDemo(app, { now: app.clock(), ownerUrl })
      console.log(isNew ? 'The demo is there.' : 'There are charities already, so nothing was written.')
      return 0
    }
    if (command === 'plans') return await plans(app)
    if (command === 'flags') return await flags(app)
    if (command === 'zakat-fee-fund') return await runZakatFeeFund(app, { ...fundOptions, act: positionals[1] })
    if (command === 'mail') return await mailTest(app, values.email!)
    const email = values.email!
    const password = process.env.SUNBUL_ADMIN_PASSWORD ?? app.newToken(12)
    const fault = checkPassword(password, { email })
    if (fault) throw new Error(`the password is not good enough: ${fault.code}`)
    const id = await createAccount(app, { email, password, firstName: '', lastName: '', roles: ['admin'] })
    if (!id) throw new Error(`${email} already has an account`)
    console.log(
      `Account ${email} may now log in.${process.env.SUNBUL_ADMIN_PASSWORD ? '' : ` Its password is ${password} – change it.`}`,
    )
    return 0
  } finally {
    await database.close()
  }
}

/** Exit code 1 where nothing was sent; what the mail server refused is the caller's to say. */
async function mailTest(app: App, to: string): Promise<number> {
  if (app.mailer.kind === 'shelf') {
    console.log(
      'SMTP_URL is not set, so mails go nowhere: they stay here and are read at /dev/mail, outside production.',
    )
    return 1
  }
  const title = `This is a test of ${app.productName}`
  const said = `Mails of ${app.origin} reach you. Somebody who runs it asked for this one; there is nothing to do.`
  const mail = mailLayout({
    locale: 'en',
    productName: app.productName,
    title,
    preheader: said,
    footer: app.origin,
    blocks: [{ kind: 'text', text: said }],
  })
  const messageId = `<test.${app.newId()}@${mailHostOf(app.mailFrom)}>`
  await app.mailer.send({ messageId, from: app.mailFrom, to, subject: title, html: mail.html, plain: mail.text })
  console.log(
    `The mail server took a mail from ${app.mailFrom} to ${to}. Look whether it arrives, and that it is not among the spam.`,
  )
  return 0
}

/** The switches as they stand; one that the environment sets says so, because its row is not asked then. */
async function flags(app: App): Promise<number> {
  const [, act, key = '', ...value] = positionals
  if (act === 'set') await setFlag(app, key, value.join(' '))
  for (const row of await listFlags(app.db)) {
    const override = app.flagOverrides[row.key]
    console.log(
      `${row.key} = ${override ?? (row.value || '(unset)')}${override === undefined ? '' : ' (by the environment)'}`,
    )
    console.log(`  ${row.description}`)
  }
  return 0
}

/** Exit code 1 while the brake is set. */
async function plans(app: App): Promise<number> {
  const [, act = 'status', ...note] = positionals
  const by = { kind: 'system' } as const
  if (act === 'brake') await setKillSwitch(app, by, note.join(' ') || 'set at the command line')
  else if (act === 'release') {
    const { brake, adopted, left } = await resumeCharging(app, by, {
      note: note.join(' ') || 'let go of at the command line',
    })
    if (brake) console.log(`Let go of the brake (${brake.reason}). Charges taken back from the provider: ${adopted}.`)
    for (const charge of left)
      console.log(
        `The provider charged ${charge} for a gift we do not know. It needs a person: find the donor, or refund it there.`,
      )
  }
  const brake = await findKillSwitch(app.db)
  console.log(
    brake
      ? `The brake is set since ${brake.setAt.toISOString()}: ${brake.reason} ${JSON.stringify(brake.facts)}`
      : 'Gifts of subscriptions are charged when they are due.',
  )
  return brake ? 1 : 0
}

async function verify(config: Config, ownerUrl: string): Promise<number> {
  const findings = await verifyLedger(ownerUrl, connectProviders(config, () => new Date()).all)
  for (const { title, count, rows, note } of findings) {
    console.log(`${count === 0 ? 'ok  ' : 'FAIL'} ${String(count).padStart(6)}  ${title}${note ? ` (${note})` : ''}`)
    for (const row of rows.slice(0, 10))
      console.log(
        `             ${JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`,
      )
  }
  const broken = findings.filter((finding) => finding.count > 0).length
  console.log(broken === 0 ? 'The books are in order.' : `${broken} of ${findings.length} checks found something.`)
  return broken === 0 ? 0 : 1
}

const cannotTell = 'cannot be told without the database'

const innermostMessage = (error: unknown): string =>
  error instanceof Error ? (error.cause === undefined ? error.message : innermostMessage(error.cause)) : String(error)

async function doctor(config: Config, ownerUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 })
  // Without a listener a connection that is lost would end the doctor.
  client.on('error', () => undefined)
  let isConnected = false
  /** A client that never connected answers nothing, not even that it ended. */
  const asked = <Row extends pg.QueryResultRow>(text: string) =>
    isConnected ? client.query<Row>(text) : Promise.reject(new Error(cannotTell))
  const checks: [string, () => Promise<string | undefined>][] = [
    [
      'Node',
      async () =>
        Number(process.versions.node.split('.')[0]) >= 24
          ? undefined
          : `Node ${process.versions.node}: run through npm, which uses the Node that comes with Sunbul`,
    ],
    [
      'database',
      async () => {
        await client.connect()
        isConnected = true
        return undefined
      },
    ],
    ['direct connection', async () => (isConnected ? findDirectUrlProblem(client, ownerUrl) : cannotTell)],
    [
      'connection pooler',
      async () => {
        if (config.DATABASE_POOL_URL === undefined) return undefined
        return isConnected ? findPoolUrlProblem(config.DATABASE_POOL_URL, client) : cannotTell
      },
    ],
    [
      'migrations',
      async () => {
        if (!isConnected) return cannotTell
        const problem = await findVersionProblem(client)
        if (problem) return problem
        const pending = await pendingMigrations(client)
        return pending.length === 0 ? undefined : `${pending.length} to apply: npm run sunbul -- migrate`
      },
    ],
    [
      'ledger rights',
      async () => {
        const { rows } = await asked<{ may: boolean }>(
          `select has_table_privilege('sunbul_app', 'ledger.entry', 'update') or has_table_privilege('sunbul_app', 'ledger.entry', 'delete') as may`,
        )
        return rows[0]!.may
          ? 'the application may change the ledger: npm run sunbul -- migrate sets its rights again'
          : undefined
      },
    ],
    [
      'demo',
      async () => {
        if (config.MODE !== 'production') return undefined
        if (!isConnected) return cannotTell
        return (await holdsDemo(client)) ? demoInEarnest : undefined
      },
    ],
    [
      'durability',
      async () => {
        const { rows } = await asked<{ fsync: string; sync: string }>(
          `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync`,
        )
        return rows[0]!.fsync === 'on' && rows[0]!.sync !== 'off'
          ? undefined
          : 'fsync or synchronous_commit is off: an acknowledged gift could be lost'
      },
    ],
    [
      'payments',
      async () =>
        config.MODE === 'production' && config.sandboxes.length > 0
          ? `payments with ${config.sandboxes.map(({ name }) => name).join(' and ')} move no money: take it out of PAYMENTS`
          : undefined,
    ],
    [
      'proxy',
      async () =>
        config.MODE === 'production' && config.TRUST_PROXY === 'no'
          ? 'TRUST_PROXY is no: behind what serves https all visitors have one address, and share one limit of declined cards'
          : undefined,
    ],
    [
      'pictures',
      async () => {
        const folder = mediaFolder(config)
        if (folder === undefined) {
          const files = createFiles(config)
          const key = `doctor/${randomUUID()}.txt`
          try {
            await files.put(key, Buffer.from('May pictures be kept here?'), 'text/plain')
            await files.remove(key)
            return undefined
          } catch (error) {
            return `${config.S3_BUCKET} at ${config.S3_ENDPOINT} takes none: ${innermostMessage(error)}`
          }
        }
        // It is made with the first picture, by whoever runs the platform.
        const there = [folder, config.DATA_DIR].find((place) => fs.existsSync(place))
        if (there === undefined) return undefined
        if (!fs.statSync(there).isDirectory()) return `${there} is no folder: no picture can be kept`
        fs.accessSync(there, fs.constants.W_OK)
        return undefined
      },
    ],
    [
      'mail',
      async () => (config.SMTP_URL || config.MODE === 'demo' ? undefined : 'set SMTP_URL, or receipts stay here'),
    ],
    [
      'disk',
      async () => {
        // With a database elsewhere nothing of ours may be on this disk at all.
        if (!fs.existsSync(config.DATA_DIR)) return undefined
        const { bavail, bsize } = fs.statfsSync(config.DATA_DIR)
        const megabytes = Math.round((bavail * bsize) / 1024 / 1024)
        return megabytes > 500 ? undefined : `only ${megabytes} MB left in ${config.DATA_DIR}`
      },
    ],
  ]
  let problems = 0
  for (const [name, check] of checks) {
    let found: string | undefined
    try {
      found = await check()
    } catch (error) {
      found = saidOfError(error)
    }
    if (found !== undefined) problems += 1
    console.log(`${found === undefined ? 'ok     ' : 'PROBLEM'} ${name}${found === undefined ? '' : `: ${found}`}`)
  }
  if (isConnected) await client.end().catch(() => undefined)
  console.log(problems === 0 ? 'Nothing to mend.' : `${problems} to mend.`)
  return problems === 0 ? 0 : 1
}

process.exit(await main())
