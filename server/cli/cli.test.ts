import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runCommand } from './program.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-cli-'))
let empty: TestDatabase
beforeAll(async () => void (empty = await createTestDatabase()))
afterAll(async () => {
  await empty.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** No server listens at this address. */
const unavailableUrl = 'postgres://sunbul:hunter2@127.0.0.1:1/sunbul'

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

/** Runs a command of the operator in this process, which is faster than a separate one, and catches what it prints. */
async function sunbul(words: string, environment: Record<string, string> = { DATABASE_URL: unavailableUrl }) {
  let [stdout, stderr] = ['', '']
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...parts) => void (stdout += `${format(...parts)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((...parts) => void (stderr += `${format(...parts)}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((stdout += String(text)), true)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((stderr += String(text)), true)),
  ]
  try {
    const status = await runCommand(words.split(' ').filter(Boolean), { ...defaults(), ...environment })
    return { status, output: stdout + stderr, stdout }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

const defaults = () => ({ MODE: 'demo', BASE_URL: 'http://127.0.0.1:3000', DATA_DIR: path.join(folder, 'data') })

const options = (environment: Record<string, string>) => ({
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  env: {
    ...process.env,
    NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
    NODE_ENV: 'production',
    ...defaults(),
    ...environment,
  },
})

const processTimeout = 120_000

function runScript(
  program: string,
  words: string,
  environment: Record<string, string> = { DATABASE_URL: unavailableUrl },
) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words.split(' ').filter(Boolean)], {
    ...options(environment),
    encoding: 'utf8',
    // Only a process that hangs takes as long: on a busy machine, starting the whole program can take half a minute.
    timeout: processTimeout,
  })
  return { status, output: stdout + stderr, stdout }
}

test.each(['worker', '--role'])(
  '`npm start -- %s` prints the usage and starts nothing',
  (words) => {
    const { status, output } = runScript('server/main.ts', words)
    expect(output).toContain('Usage: npm start -- [--role=web|worker|all]')
    expect(output).not.toMatch(/\n {4}at /)
    expect(status).toBe(2)
  },
  processTimeout,
)

test.each([
  ['server/main.ts', ['--help', '-h']],
  ['server/cli/cli.ts', ['--help', '-h']],
  ['tests/faults/main.ts', ['--help', '-h']],
  ['bench/main.ts', ['--help']],
  ['scripts/simulate.ts', ['--help']],
  ['scripts/pgbouncer.ts', ['--help']],
])(
  '%s prints its usage to stdout on request, and to stderr after an error',
  (program, requests) => {
    for (const words of requests) {
      const { status, stdout, output } = runScript(program, words)
      expect(stdout).toMatch(/^Usage: npm (run|start) /)
      expect(output).toBe(stdout)
      expect(status).toBe(0)
    }
    const { status, output, stdout } = runScript(program, '--what')
    expect(output).toMatch(/^(?:U|error: u)nknown option '--what'[^]*^Usage: npm (run|start) /m)
    expect(stdout).toBe('')
    expect(output).not.toMatch(/\n {4}at /)
    expect(status).toBe(2)
  },
  3 * processTimeout,
)

test.each([
  ['tests/faults/main.ts', '--seeds many', '--seeds must be a whole number'],
  ['bench/main.ts', '--rounds 1.5', '--rounds must be a whole number'],
  ['bench/main.ts', '--path checkout', 'there is no path checkout'],
  ['scripts/simulate.ts', '--subscriptions x', '--subscriptions must be a whole number'],
])(
  '%s %s is refused instead of testing nothing',
  (program, words, error) => {
    const { status, output } = runScript(program, words)
    expect(output).toContain(`${error}\nUsage:`)
    expect(status).toBe(2)
  },
  processTimeout,
)

test('a sandbox provider whose port is in use prints one error', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { status, output } = runScript('sandbox/main.ts', '', { SANDBOX_PORT: String(port) })
  other.close()
  expect(output).toBe(`The sandbox bank cannot start: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`)
  expect(status).toBe(1)
})

test('with MIGRATE_ON_START=no the server does not start on an unmigrated database', async () => {
  const unmigrated = await createTestDatabase({ migrated: false })
  const environment = { ...production(), DATABASE_URL: unmigrated.ownerUrl, MIGRATE_ON_START: 'no' }
  const { status, output } = runScript('server/main.ts', '--role=worker', environment)
  const verified = await sunbul('ledger verify', environment)
  await unmigrated.drop()
  expect(output).toMatch(
    /^the database lacks \d+ migrations of this version; apply them with npm run sunbul -- migrate$/m,
  )
  expect(output).not.toContain('is ready')
  expect(status).toBe(1)
  expect(verified.output).toContain('(the database may lack migrations: npm run sunbul -- migrate)')
}, 60_000)

describe('production on the database of a demo', () => {
  const withAccount = async (roles: readonly string[]) => {
    const database = await createTestDatabase()
    await database.database.pool.query(
      `insert into identity.account (id, email, roles, created_at) values (gen_random_uuid(), 'Admin@example.org', $1, now())`,
      [roles],
    )
    return { ...production(), DATABASE_URL: database.ownerUrl, drop: database.drop }
  }
  test('is refused, because the demo’s passwords are public and its charities invented', async () => {
    const { drop, ...environment } = await withAccount(['admin'])
    const { status, output } = runScript('server/main.ts', '--role=worker', environment)
    const doctor = await sunbul('doctor', environment)
    await drop()
    expect(output).toMatch(
      /^this database contains the demo, .*: set DATA_DIR to another folder, or DATABASE_URL to an empty database$/m,
    )
    expect(output).not.toContain('is ready')
    expect(status).toBe(1)
    expect(doctor.output).toMatch(/^PROBLEM demo: this database contains the demo/m)
  }, 60_000)
  test('is not assumed because of an account with the email address of the demo’s admin', async () => {
    const { drop, ...environment } = await withAccount([])
    const { output } = await sunbul('doctor', environment)
    await drop()
    expect(output).toMatch(/^ok {6}demo$/m)
  }, 60_000)
})

describe('an unusable data folder', () => {
  const started = (DATA_DIR: string) => runScript('server/main.ts', '', { DATABASE_URL: unavailableUrl, DATA_DIR })
  test('is reported with the requirement', () => {
    const file = path.join(folder, 'no-folder')
    fs.writeFileSync(file, '')
    const { status, output } = started(path.join(file, 'data'))
    expect(output).toMatch(
      /^The configuration is not usable:\n {2}DATA_DIR can’t be written \(.*ENOTDIR.*\): it must be a folder that this user can write to/,
    )
    expect(output).not.toMatch(/\n {4}at /)
    expect(status).toBe(78)
  })
  test('is reported if its secrets are truncated, and they are not replaced', () => {
    const data = fs.mkdtempSync(path.join(folder, 'cut-'))
    fs.writeFileSync(path.join(data, 'secrets.json'), '{"sessionSecret":')
    const { status, output } = started(data)
    expect(output).toMatch(
      /DATA_DIR has secrets that can’t be read \(.*secrets\.json: .*\): .* restore the file from a copy/,
    )
    expect(output).not.toMatch(/\n {4}at /)
    expect(status).toBe(78)
    expect(fs.readdirSync(data)).toEqual(['secrets.json'])
  })
})

test('`npm start --role=worker`, whose option npm takes, starts nothing', () => {
  const { status, output } = runScript('server/main.ts', '', {
    DATABASE_URL: unavailableUrl,
    npm_config_role: 'worker',
  })
  expect(output).toContain('npm consumed --role=worker')
  expect(status).toBe(2)
})

describe('a process of the command line', () => {
  const cli = 'server/cli/cli.ts'
  test('exits with 2 after an unknown command', () => {
    const { status, stdout, output } = runScript(cli, 'doctr')
    expect([status, stdout]).toEqual([2, ''])
    expect(output).toContain("unknown command 'doctr'\n(Did you mean doctor?)")
  })
  test('writes all of its output to a pipe before it exits', () => {
    const { status, stdout } = runScript(cli, 'ledger verify', { DATABASE_URL: empty.ownerUrl })
    expect(stdout).toMatch(/^ok {3}[^]*\nAll ledger checks passed\.\n$/)
    expect(status).toBe(0)
  })
  test('logs and prints no password while the database is unavailable', () => {
    const { status, output } = runScript(cli, 'flags')
    expect(output).toContain('ECONNREFUSED')
    expect(output).not.toMatch(/hunter2|unsettled|\n {4}at /)
    expect(status).toBe(1)
  })
  test('ends at SIGTERM while it waits for the database', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const child = spawn(process.execPath, [cli, 'ledger', 'verify'], {
      ...options({ DATABASE_URL: `postgres://sunbul@127.0.0.1:${port}/sunbul` }),
      stdio: 'ignore',
    })
    await once(silent, 'connection')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
    silent.close()
  })
})

describe('the operator’s commands', () => {
  test('`help` is an answer, not a mistake', async () => {
    const { status, output } = await sunbul('help')
    expect(output).toMatch(/^Usage: npm run sunbul/)
    expect(status).toBe(0)
  })

  test.each([
    ['', 'Usage:'],
    ['doctr', "unknown command 'doctr'\n(Did you mean doctor?)"],
    ['doctor --what', "unknown option '--what'"],
    ['migrate now', "too many arguments for 'migrate'"],
    ['seed', "required option '--demo' not specified"],
    ['create-admin', "required option '--email <address>' not specified"],
    ['create-admin --email amina', 'amina is not an email address'],
    ['mail --email amina@example.org', "unknown option '--email'"],
    ['mail test', "required option '--email <address>' not specified"],
    ['mail test --email amina', 'amina is not an email address'],
    ['plans halt', "too many arguments for 'status'"],
    ['ledger', 'verify'],
    ['backup', "missing required argument 'file'"],
    ['restore', 'give either a file or --to <time>'],
    ['restore one two', "too many arguments for 'restore'"],
    ['migrate --force', "unknown option '--force'"],
    ['backup x --force', "unknown option '--force'"],
    ['ledger verify --email a@example.org', "unknown option '--email'"],
    ['plans status now', "too many arguments for 'status'"],
    ['zakat-fee-fund fill', "too many arguments for 'zakat-fee-fund'"],
    ['zakat-fee-fund add --amount 500 --currency GBP', "required option '--reference <transfer>' not specified"],
    ['zakat-fee-fund add --amount 5.001 --currency GBP --reference x', '5.001 isn’t a valid amount in GBP'],
    ['zakat-fee-fund add --amount 5 --currency GPB --reference x', 'GPB isn’t a known currency'],
    ['zakat-fee-fund --amount 5', "unknown option '--amount'"],
    ['flags turn', "too many arguments for 'flags'"],
    ['flags set zakat-home', "missing required argument 'value'"],
    ['flags set zakat-hom on', 'zakat-hom is not a flag; the flags are'],
    ['flags set share-could-raise 77 USD', 'share-could-raise must be an amount, a currency and a source'],
    ['flags set zakat-home maybe', 'zakat-home must be on or off'],
  ])('`%s` prints the error and the usage before it connects', async (words, error) => {
    const { status, output } = await sunbul(words)
    expect(output).toContain(error)
    expect(output).toContain('Usage: npm run sunbul')
    expect(output).not.toMatch(/ECONNREFUSED|\n {4}at /)
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
  ])('`%s` prints the error without a password while the database is unavailable', async (words) => {
    const { status, output } = await sunbul(words)
    expect(output).toMatch(words === 'restore x' ? /x doesn’t exist/ : /ECONNREFUSED/)
    expect(output).not.toMatch(/hunter2|unsettled|\n {4}at /)
    expect(status).toBe(1)
  })

  test('a transfer of a sponsor is added to the fund once, and the balance is shown', async () => {
    const fund = (words: string) => sunbul(`zakat-fee-fund ${words}`.trim(), { DATABASE_URL: empty.ownerUrl })
    expect((await fund('')).stdout).toBe('The fund is empty.\n')
    const words = 'add --amount 500 --currency GBP --reference wire-7'
    expect(await fund(words)).toMatchObject({
      status: 0,
      stdout: 'Added £500.00 with the reference “wire-7”.\nBalance: £500.00 GBP\n',
    })
    expect(await fund(words)).toMatchObject({
      status: 1,
      stdout: 'A transfer with the reference “wire-7” was already added, so nothing was added.\nBalance: £500.00 GBP\n',
    })
  }, 60_000)

  test('the doctor names each check that it skips without the database', async () => {
    const { output } = await sunbul('doctor')
    expect(output.match(/PROBLEM/g)).toHaveLength(10)
    expect(output).toContain('Problems found: 10')
  })

  test('the doctor finds an unusable picture store and an untrusted proxy', async () => {
    const DATA_DIR = fs.mkdtempSync(path.join(folder, 'doctor-'))
    const runDoctor = async (environment: Record<string, string> = {}) =>
      (await sunbul('doctor', { ...production(), DATA_DIR, ...environment })).output
    expect(await runDoctor({ TRUST_PROXY: '1' })).toMatch(/^ok {6}proxy\nok {6}pictures$/m)
    fs.writeFileSync(path.join(DATA_DIR, 'media'), 'not a folder')
    const message = await runDoctor()
    expect(message).toMatch(/^PROBLEM proxy: TRUST_PROXY is no/m)
    expect(message).toMatch(/^PROBLEM pictures: .*media isn’t a folder/m)
    expect(
      await runDoctor({
        S3_BUCKET: 'pictures',
        S3_ENDPOINT: 'http://127.0.0.1:1',
        S3_ACCESS_KEY_ID: 'a',
        S3_SECRET_ACCESS_KEY: 'b',
      }),
    ).toMatch(/^PROBLEM pictures: can’t write to the bucket pictures at http:\/\/127\.0\.0\.1:1: (?!.*DATABASE_URL)/m)
  }, 60_000)

  test('the doctor names the legal pages that are still templates in production', async () => {
    const CONTENT_DIR = fs.mkdtempSync(path.join(folder, 'content-'))
    const runDoctor = async (environment: Record<string, string>) => (await sunbul('doctor', environment)).output
    expect(await runDoctor({ ...production(), CONTENT_DIR })).toMatch(
      /^PROBLEM legal pages: en\/privacy\.md, en\/terms\.md, ar\/privacy\.md, ar\/terms\.md are templates/m,
    )
    for (const locale of ['en', 'ar']) {
      fs.mkdirSync(path.join(CONTENT_DIR, locale))
      for (const name of ['privacy', 'terms'])
        fs.writeFileSync(path.join(CONTENT_DIR, locale, `${name}.md`), '# Ours\n')
    }
    expect(await runDoctor({ ...production(), CONTENT_DIR })).toMatch(/^ok {6}legal pages$/m)
    expect(await runDoctor({ DATABASE_URL: empty.ownerUrl })).toMatch(/^ok {6}legal pages$/m)
  }, 60_000)

  test('the doctor names what a new production installation still lacks', async () => {
    const fresh = await createTestDatabase()
    const environment = { ...production(), DATABASE_URL: fresh.ownerUrl }
    const firstSteps = async (more: Record<string, string> = {}) =>
      (await sunbul('doctor', { ...environment, ...more })).output
    expect(await firstSteps()).toMatch(
      /^PROBLEM first steps: there is no admin account: .*\n {8}there is no verified charity.*charity create --own.*\n {8}two people must agree/m,
    )
    await sunbul('create-admin --email alone@example.org', environment)
    await sunbul(
      'charity create --own --name Ours --email a@example.org --address 1-Row --registration 1098765 --country gb --currency gbp --time-zone Europe/London --owner alone@example.org',
      environment,
    )
    expect(await firstSteps()).toMatch(/^PROBLEM first steps: two people must agree.*set STAFF_APPROVALS=1/m)
    expect(await firstSteps({ STAFF_APPROVALS: '1' })).toMatch(/^ok {6}first steps$/m)
    await fresh.drop()
  }, 60_000)

  test('flags are listed with descriptions and set; values of the environment are marked', async () => {
    const environment = { DATABASE_URL: empty.ownerUrl }
    expect((await sunbul('flags', environment)).output).toMatch(/^zakat-home = on\n {2}\S/m)
    expect((await sunbul('flags set zakat-home off', environment)).output).toMatch(/^zakat-home = off$/m)
    expect((await sunbul('flags', environment)).output).toMatch(/^zakat-home = off$/m)
    expect((await sunbul('flags', { ...environment, FLAG_ZAKAT_HOME: 'on' })).output).toMatch(
      /^zakat-home = on \(set by the environment\)$/m,
    )
    const claim = '77 USD | Average of ours'
    expect(await sunbul(`flags set share-could-raise ${claim}`, environment)).toMatchObject({
      status: 0,
      output: expect.stringContaining(`\nshare-could-raise = ${claim}\n`),
    })
  }, 60_000)

  test('the operator’s own charity is created once, verified, with its owner (content-32)', async () => {
    const environment = { DATABASE_URL: empty.ownerUrl }
    const create = (more: string) =>
      sunbul(
        `charity create --own --name Sunbul-Charity --email office@example.org --address 1-Row --registration 1098765 --country gb --currency gbp --time-zone Europe/London ${more}`,
        environment,
      )
    expect(await create('--owner missing@example.org')).toMatchObject({
      status: 1,
      output: expect.stringContaining('--owner: missing@example.org isn’t the confirmed email address of an account'),
    })
    expect((await sunbul('create-admin --email owner@example.org', environment)).status).toBe(0)
    expect(await create('--owner owner@example.org --receipts french')).toMatchObject({
      status: 1,
      output: expect.stringContaining('--receipts: '),
    })
    expect(await create('--owner owner@example.org')).toMatchObject({
      status: 0,
      output: expect.stringContaining('/organizations/sunbul-charity and can receive donations'),
    })
    expect(await create('--owner owner@example.org --slug another')).toMatchObject({
      status: 1,
      output: expect.stringContaining('This site already has its own charity.'),
    })
  }, 60_000)

  test('the mail test reports a missing or unavailable mail server', async () => {
    const environment = { DATABASE_URL: empty.ownerUrl }
    expect(await sunbul('mail test --email amina@example.org', environment)).toMatchObject({
      status: 1,
      output: expect.stringMatching(/^SMTP_URL isn’t set/),
    })
    const away = await sunbul('mail test --email amina@example.org', {
      ...environment,
      SMTP_URL: 'smtp://user:hunter2@127.0.0.1:1',
      MAIL_FROM: 'Sunbul <give@example.org>',
    })
    expect(away).toMatchObject({ status: 1, output: expect.stringMatching(/ECONNREFUSED/) })
    expect(away.output).toContain('no mail server listens at 127.0.0.1:1')
    expect(away.output).not.toMatch(/hunter2|DATABASE_URL|\n {4}at /)
  }, 60_000)

  test('demo data is not created in production, because its logins are public', async () => {
    const { status, output } = await sunbul('seed --demo', production())
    expect(output).toContain('can’t be used with MODE=production')
    expect(status).toBe(1)
  })
})
