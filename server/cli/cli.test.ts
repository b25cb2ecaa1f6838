import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-cli-'))
let empty: TestDatabase
beforeAll(async () => void (empty = await createTestDatabase()))
afterAll(async () => {
  await empty.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** No server listens at this address. */
const awayUrl = 'postgres://sunbul:hunter2@127.0.0.1:1/sunbul'

const production = () => ({
  MODE: 'production',
  DATABASE_URL: empty.ownerUrl,
  BASE_URL: 'https://give.example.org',
  ALLOW_SANDBOX_PAYMENTS: 'yes',
  SMTP_URL: 'smtp://mail.example.org',
  MAIL_FROM: 'Sunbul <give@example.org>',
  OPERATOR_NAME: 'Sunbul Foundation',
  CONTACT_EMAIL: 'help@example.org',
  SESSION_SECRET: 's'.repeat(40),
  FIELD_KEY: Buffer.alloc(32, 1).toString('base64'),
})

const sunbul = (words: string, environment?: Record<string, string>) => ran('server/cli/cli.ts', words, environment)

function ran(program: string, words: string, environment: Record<string, string> = { DATABASE_URL: awayUrl }) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words.split(' ').filter(Boolean)], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
      NODE_ENV: 'production',
      MODE: 'demo',
      BASE_URL: 'http://127.0.0.1:3000',
      DATA_DIR: path.join(folder, 'data'),
      ...environment,
    },
    encoding: 'utf8',
    timeout: 30_000,
  })
  return { status, said: stdout + stderr, answered: stdout }
}

test.each(['worker', '--rolle=web', '--role'])(
  '`npm start -- %s` starts nothing and says what may be asked',
  (words) => {
    const { status, said } = ran('server/main.ts', words)
    expect(said).toContain('Usage: npm start -- [--role=web|worker|all]')
    expect(said).not.toMatch(/\n {4}at /)
    expect(status).toBe(2)
  },
)

test.each([
  'server/main.ts',
  'server/cli/cli.ts',
  'bench/main.ts',
  'tests/faults/main.ts',
  'scripts/simulate.ts',
  'scripts/pgbouncer.ts',
])(
  '%s says what it can be asked: asked for, that is its answer, and otherwise a complaint',
  (program) => {
    for (const words of ['--help', '-h']) {
      const { status, answered, said } = ran(program, words)
      expect(answered).toMatch(/^Usage: npm (run|start) /)
      expect(said).toBe(answered)
      expect(status).toBe(0)
    }
    const { status, said, answered } = ran(program, '--what')
    expect(said).toMatch(/^(?:U|error: u)nknown option '--what'[^]*^Usage: npm (run|start) /m)
    expect(answered).toBe('')
    expect(said).not.toMatch(/\n {4}at /)
    expect(status).toBe(2)
  },
  60_000,
)

test.each([
  ['tests/faults/main.ts', '--seeds many', '--seeds must be a whole number'],
  ['bench/main.ts', '--rounds 1.5', '--rounds must be a whole number'],
  ['bench/main.ts', '--path checkout', 'there is no path checkout'],
  ['scripts/simulate.ts', '--subscriptions x', '--subscriptions must be a whole number'],
])('%s %s is refused; it would try nothing and call that well', (program, words, why) => {
  const { status, said } = ran(program, words)
  expect(said).toContain(`${why}\nUsage:`)
  expect(status).toBe(2)
})

test('a sandbox bank whose port is in use prints only that', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { status, said } = ran('sandbox/main.ts', '', { SANDBOX_PORT: String(port) })
  other.close()
  expect(said).toBe(`The sandbox bank cannot start: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`)
  expect(status).toBe(1)
})

test('with MIGRATE_ON_START=no a database without the latest migrations is refused', async () => {
  const unmigrated = await createTestDatabase({ migrated: false })
  const environment = { ...production(), DATABASE_URL: unmigrated.ownerUrl, MIGRATE_ON_START: 'no' }
  const { status, said } = ran('server/main.ts', '--role=worker', environment)
  const verified = sunbul('ledger verify', environment)
  await unmigrated.drop()
  expect(said).toMatch(
    /^the database lacks \d+ migrations of this version; apply them with npm run sunbul -- migrate$/m,
  )
  expect(said).not.toContain('is ready')
  expect(status).toBe(1)
  expect(verified.said).toContain('(the database may lack migrations: npm run sunbul -- migrate)')
}, 60_000)

describe('production on the database of an earlier demo', () => {
  const withAccount = async (roles: readonly string[]) => {
    const database = await createTestDatabase()
    await database.database.pool.query(
      `insert into identity.account (id, email, roles, created_at) values (gen_random_uuid(), 'Admin@example.org', $1, now())`,
      [roles],
    )
    return { ...production(), DATABASE_URL: database.ownerUrl, drop: database.drop }
  }
  test('is refused: its admin’s password is public and its charities would receive real money', async () => {
    const { drop, ...environment } = await withAccount(['admin'])
    const { status, said } = ran('server/main.ts', '--role=worker', environment)
    const doctor = sunbul('doctor', environment)
    await drop()
    expect(said).toMatch(
      /^this database contains the demo, .*: set DATA_DIR to another folder, or DATABASE_URL to an empty database$/m,
    )
    expect(said).not.toContain('is ready')
    expect(status).toBe(1)
    expect(doctor.said).toMatch(/^PROBLEM demo: this database contains the demo/m)
  }, 60_000)
  test('is not detected by an account with the address of the demo’s admin', async () => {
    const { drop, ...environment } = await withAccount([])
    const { said } = sunbul('doctor', environment)
    await drop()
    expect(said).toMatch(/^ok {6}demo$/m)
  }, 60_000)
})

describe('an unusable data folder', () => {
  const started = (DATA_DIR: string) => ran('server/main.ts', '', { DATABASE_URL: awayUrl, DATA_DIR })
  test('is named in an error that says how to fix it', () => {
    const file = path.join(folder, 'no-folder')
    fs.writeFileSync(file, '')
    const { status, said } = started(path.join(file, 'data'))
    expect(said).toMatch(
      /^The configuration is not usable:\n {2}DATA_DIR can’t be written \(.*ENOTDIR.*\): it must be a folder that this user can write to/,
    )
    expect(said).not.toMatch(/\n {4}at /)
    expect(status).toBe(78)
  })
  test('is named if its secrets file is truncated, and the secrets aren’t replaced', () => {
    const data = fs.mkdtempSync(path.join(folder, 'cut-'))
    fs.writeFileSync(path.join(data, 'secrets.json'), '{"sessionSecret":')
    const { status, said } = started(data)
    expect(said).toMatch(
      /DATA_DIR has secrets that can’t be read \(.*secrets\.json: .*\): .* restore the file from a copy/,
    )
    expect(said).not.toMatch(/\n {4}at /)
    expect(status).toBe(78)
    expect(fs.readdirSync(data)).toEqual(['secrets.json'])
  })
})

test('`npm start --role=worker`, whose option npm swallows, starts nothing', () => {
  const { status, said } = ran('server/main.ts', '', { DATABASE_URL: awayUrl, npm_config_role: 'worker' })
  expect(said).toContain('npm consumed --role=worker')
  expect(status).toBe(2)
})

describe('the operator’s commands', () => {
  test('`help` exits with 0', () => {
    const { status, said } = sunbul('help')
    expect(said).toMatch(/^Usage: npm run sunbul/)
    expect(status).toBe(0)
  })

  test.each([
    ['', 'Usage:'],
    ['doctr', "unknown command 'doctr'\n(Did you mean doctor?)"],
    ['doctor --what', "unknown option '--what'"],
    ['migrate now', "too many arguments for 'migrate'"],
    ['seed', "required option '--demo' not specified"],
    ['create-admin', "required option '--email <address>' not specified"],
    ['create-admin --email amina', 'amina is not a valid email address'],
    ['mail --email amina@example.org', "unknown option '--email'"],
    ['mail test', "required option '--email <address>' not specified"],
    ['mail test --email amina', 'amina is not a valid email address'],
    ['plans halt', "too many arguments for 'status'"],
    ['ledger', 'verify'],
    ['backup', "missing required argument 'file'"],
    ['restore', "missing required argument 'file'"],
    ['restore one two', "too many arguments for 'restore'"],
    ['migrate --force', "unknown option '--force'"],
    ['backup x --force', "unknown option '--force'"],
    ['ledger verify --email a@example.org', "unknown option '--email'"],
    ['plans status now', "too many arguments for 'status'"],
    ['zakat-fee-fund fill', "too many arguments for 'zakat-fee-fund'"],
    ['zakat-fee-fund add --amount 500 --currency GBP', "required option '--reference <transfer>' not specified"],
    ['zakat-fee-fund add --amount 5.001 --currency GBP --reference x', '5.001 is not a valid amount in GBP'],
    ['zakat-fee-fund add --amount 5 --currency GPB --reference x', 'GPB is not a supported currency'],
    ['zakat-fee-fund --amount 5', "unknown option '--amount'"],
    ['flags turn', "too many arguments for 'flags'"],
    ['flags set zakat-home', "missing required argument 'value'"],
    ['flags set zakat-hom on', 'zakat-hom is not a flag; flags are'],
    ['flags set share-could-raise 77 USD', 'share-could-raise must be an amount, a currency and how that is known'],
    ['flags set zakat-home maybe', 'zakat-home must be on or off'],
  ])('`%s` is refused with the usage before anything is opened', (words, why) => {
    const { status, said } = sunbul(words)
    expect(said).toContain(why)
    expect(said).toContain('Usage: npm run sunbul')
    expect(said).not.toMatch(/ECONNREFUSED|\n {4}at /)
    expect(status).toBe(2)
  })

  test.each([
    'doctor',
    'migrate',
    'seed --demo',
    'create-admin --email new@example.org',
    'flags',
    'plans status',
    'zakat-fee-fund',
    'ledger verify',
    'backup x',
    'restore x',
  ])('`%s` ends with what is wrong while the database is away, and tells no password', (words) => {
    const { status, said } = sunbul(words)
    expect(said).toMatch(words === 'restore x' ? /x doesn’t exist/ : /ECONNREFUSED/)
    expect(said).not.toMatch(/hunter2|unsettled|\n {4}at /)
    expect(status).toBe(1)
  })

  test('a sponsor’s transfer is added to the fund once and the balance is printed', () => {
    const fund = (words: string) => sunbul(`zakat-fee-fund ${words}`.trim(), { DATABASE_URL: empty.ownerUrl })
    expect(fund('').answered).toBe('The fund is empty.\n')
    const words = 'add --amount 500 --currency GBP --reference wire-7'
    expect(fund(words)).toMatchObject({
      status: 0,
      answered: 'Added £500.00 with the reference “wire-7”.\nBalance: £500.00 GBP\n',
    })
    expect(fund(words)).toMatchObject({
      status: 1,
      answered: 'The reference “wire-7” was already added, so nothing changed.\nBalance: £500.00 GBP\n',
    })
  }, 60_000)

  test('the doctor names each check that it can’t run without the database', () => {
    const { said } = sunbul('doctor')
    expect(said.match(/PROBLEM/g)).toHaveLength(5)
    expect(said).toContain('Problems found: 5')
  })

  test('the doctor finds an unwritable picture folder and a proxy that hides client addresses', () => {
    const DATA_DIR = fs.mkdtempSync(path.join(folder, 'doctor-'))
    const runDoctor = (environment: Record<string, string> = {}) =>
      sunbul('doctor', { ...production(), DATA_DIR, ...environment }).said
    expect(runDoctor({ TRUST_PROXY: '1' })).toMatch(/^ok {6}proxy\nok {6}pictures$/m)
    fs.writeFileSync(path.join(DATA_DIR, 'media'), 'not a folder')
    const message = runDoctor()
    expect(message).toMatch(/^PROBLEM proxy: TRUST_PROXY is no/m)
    expect(message).toMatch(/^PROBLEM pictures: .*media isn’t a folder/m)
    expect(
      runDoctor({
        S3_BUCKET: 'pictures',
        S3_ENDPOINT: 'http://127.0.0.1:1',
        S3_ACCESS_KEY_ID: 'a',
        S3_SECRET_ACCESS_KEY: 'b',
      }),
    ).toMatch(/^PROBLEM pictures: pictures at http:\/\/127\.0\.0\.1:1 refuses uploads: (?!.*DATABASE_URL)/m)
  }, 60_000)

  test('the doctor names legal pages in production that are still templates', () => {
    const CONTENT_DIR = fs.mkdtempSync(path.join(folder, 'content-'))
    const runDoctor = (environment: Record<string, string>) => sunbul('doctor', environment).said
    expect(runDoctor({ ...production(), CONTENT_DIR })).toMatch(
      /^PROBLEM legal pages: en\/privacy\.md, en\/terms\.md, ar\/privacy\.md, ar\/terms\.md are templates/m,
    )
    for (const locale of ['en', 'ar']) {
      fs.mkdirSync(path.join(CONTENT_DIR, locale))
      for (const name of ['privacy', 'terms'])
        fs.writeFileSync(path.join(CONTENT_DIR, locale, `${name}.md`), '# Ours\n')
    }
    expect(runDoctor({ ...production(), CONTENT_DIR })).toMatch(/^ok {6}legal pages$/m)
    expect(runDoctor({ DATABASE_URL: empty.ownerUrl })).toMatch(/^ok {6}legal pages$/m)
  }, 60_000)

  test('flags are listed with descriptions and can be set unless the environment sets them', () => {
    const environment = { DATABASE_URL: empty.ownerUrl }
    expect(sunbul('flags', environment).said).toMatch(/^zakat-home = on\n {2}\S/m)
    expect(sunbul('flags set zakat-home off', environment).said).toMatch(/^zakat-home = off$/m)
    expect(sunbul('flags', environment).said).toMatch(/^zakat-home = off$/m)
    expect(sunbul('flags', { ...environment, FLAG_ZAKAT_HOME: 'on' }).said).toMatch(
      /^zakat-home = on \(set by the environment\)$/m,
    )
    const claim = '77 USD | Average of ours'
    expect(sunbul(`flags set share-could-raise ${claim}`, environment)).toMatchObject({
      status: 0,
      said: expect.stringContaining(`\nshare-could-raise = ${claim}\n`),
    })
  }, 60_000)

  test('the operator’s own charity is created once, verified, with its owner (content-32)', () => {
    const environment = { DATABASE_URL: empty.ownerUrl }
    const create = (more: string) =>
      sunbul(
        `charity create --own --name Sunbul-Charity --email office@example.org --address 1-Row --registration 1098765 --country gb --currency gbp --time-zone Europe/London ${more}`,
        environment,
      )
    expect(create('--owner missing@example.org')).toMatchObject({
      status: 1,
      said: expect.stringContaining('--owner: missing@example.org has no account'),
    })
    expect(sunbul('create-admin --email owner@example.org', environment).status).toBe(0)
    expect(create('--owner owner@example.org --receipts french')).toMatchObject({
      status: 1,
      said: expect.stringContaining('--receipts: '),
    })
    expect(create('--owner owner@example.org')).toMatchObject({
      status: 0,
      said: expect.stringContaining('/organizations/sunbul-charity and can receive donations'),
    })
    expect(create('--owner owner@example.org --slug another')).toMatchObject({
      status: 1,
      said: expect.stringContaining('This site already has its own charity.'),
    })
  }, 60_000)

  test('a test mail reports that mails aren’t sent or that the server is unreachable', () => {
    const environment = { DATABASE_URL: empty.ownerUrl }
    expect(sunbul('mail test --email amina@example.org', environment)).toMatchObject({
      status: 1,
      said: expect.stringMatching(/^SMTP_URL isn’t set/),
    })
    const away = sunbul('mail test --email amina@example.org', {
      ...environment,
      SMTP_URL: 'smtp://user:hunter2@127.0.0.1:1',
      MAIL_FROM: 'Sunbul <give@example.org>',
    })
    expect(away).toMatchObject({ status: 1, said: expect.stringMatching(/ECONNREFUSED/) })
    expect(away.said).not.toMatch(/hunter2|\n {4}at /)
  }, 60_000)

  test('the demo, whose logins are public, isn’t written to a production database', () => {
    const { status, said } = sunbul('seed --demo', production())
    expect(said).toContain('can’t be installed with MODE=production')
    expect(status).toBe(1)
  })
})
