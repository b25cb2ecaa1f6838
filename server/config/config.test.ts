import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigurationError, loadConfig, parseConfig, projectDir, type DemoSecrets } from '#server/config/config.ts'
import { variables } from '#server/config/variables.ts'

const secrets: DemoSecrets = {
  sessionSecret: 's'.repeat(48),
  fieldKey: Buffer.alloc(32, 1).toString('base64'),
  sandboxSecretKey: 'sk_sandbox_a',
  sandboxPublishableKey: 'pk_sandbox_a',
  sandboxWebhookSecret: 'whsec_a',
}
const parse = (environment: NodeJS.ProcessEnv) => parseConfig(environment, () => secrets)
const problemsOf = (environment: NodeJS.ProcessEnv): readonly string[] => {
  try {
    parse(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
}
const production = {
  MODE: 'production',
  BASE_URL: 'https://give.example.org/',
  SESSION_SECRET: 'x'.repeat(32),
  FIELD_KEY: Buffer.alloc(32, 7).toString('base64'),
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtps://u:p@mail.example.org',
  MAIL_FROM: 'Sunbul <giving@example.org>',
  OPERATOR_NAME: 'Sunbul Foundation',
  CONTACT_EMAIL: 'help@example.org',
}

describe('a demo', () => {
  test('needs no configuration at all', () => {
    expect(parse({})).toMatchObject({
      MODE: 'demo',
      PORT: 3000,
      BASE_URL: 'http://localhost:3000',
      PAYMENTS: ['sandbox'],
      sandboxes: [{ name: 'sandbox', port: 3001, url: 'http://127.0.0.1:3001' }],
      ROLE: 'all',
      PRODUCT_NAME: 'Sunbul',
    })
  })
  test('treats an empty variable as unset', () => {
    expect(parse({ PORT: '', BASE_URL: '' }).PORT).toBe(3000)
  })
  test('reads provider fees and charging hours, and names values that are invalid', () => {
    const { FEES, CHARGE_TIMES } = parse({ FEES: 'card GBP 1.4% + 0.20', CHARGE_TIMES: 'night 21:45' })
    expect(FEES.card.GBP).toEqual({
      version: 'card GBP 1.4% + 0.20',
      percentage: { ppm: 14_000n },
      fixed: { amount: 20n, currency: 'GBP' },
    })
    expect(CHARGE_TIMES).toEqual({ day: { hour: 9, minute: 0 }, night: { hour: 21, minute: 45 } })
    expect(problemsOf({ FEES: 'GBP 1.4', CHARGE_TIMES: 'night 12:00' })).toEqual([
      'FEES must be a list such as "card GBP 1.4% + 0.20, card * 2.5%, ach USD 0.5%" without duplicates',
      'CHARGE_TIMES must be a list such as "day 09:00, night 22:30", by day from 05:00 to 14:59 and by night from 18:00 on',
    ])
  })
  test('has the product name as operator and its mail address as contact by default', () => {
    expect(parse({ PRODUCT_NAME: 'Birr', MAIL_FROM: 'Birr <give@birr.example>' })).toMatchObject({
      OPERATOR_NAME: 'Birr',
      CONTACT_EMAIL: 'give@birr.example',
    })
    expect(problemsOf({ CONTACT_EMAIL: 'Help desk' })).toEqual([
      'CONTACT_EMAIL must be an address such as help@example.org',
    ])
  })
  test('reads flags by their name', () => {
    expect(parse({ FLAG_ZAKAT_VARIANT: 'default' }).flagOverrides).toEqual({ 'zakat-variant': 'default' })
  })
})

describe('payment providers', () => {
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  test('are a list, the one for new payments first', () => {
    expect(parse({ ...stripe, PAYMENTS: 'stripe, sandbox' })).toMatchObject({
      PAYMENTS: ['stripe', 'sandbox'],
      sandboxes: [{ name: 'sandbox', port: 3001 }],
    })
    for (const PAYMENTS of ['stripe, stripe', 'cash', 'sandbox,'])
      expect(problemsOf({ ...stripe, PAYMENTS })).toEqual([expect.stringContaining('PAYMENTS must be one or more of')])
  })
  test('may be two sandboxes with different ports and keys', () => {
    const { sandboxes } = parse({ PAYMENTS: 'second-sandbox, sandbox' })
    expect(sandboxes.map(({ name, port }) => [name, port])).toEqual([
      ['second-sandbox', 3002],
      ['sandbox', 3001],
    ])
    expect(new Set(sandboxes.map(({ webhookSecret }) => webhookSecret)).size).toBe(2)
    expect(problemsOf({ PAYMENTS: 'sandbox, second-sandbox', SECOND_SANDBOX_PORT: '3001' })).toEqual([
      'SECOND_SANDBOX_PORT must differ from SANDBOX_PORT',
    ])
    expect(
      problemsOf({
        PAYMENTS: 'sandbox, second-sandbox',
        SANDBOX_WEBHOOK_SECRET: 'whsec_1',
        SECOND_SANDBOX_WEBHOOK_SECRET: 'whsec_1',
      }),
    ).toEqual([expect.stringContaining('a different webhook secret for each provider')])
  })
  test('need all their keys and may include no sandbox in production', () => {
    expect(problemsOf({ PAYMENTS: 'sandbox, stripe' }).map((problem) => problem.split(' ')[0])).toEqual([
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
    ])
    expect(problemsOf({ ...production, PAYMENTS: 'stripe, second-sandbox' })).toEqual([
      expect.stringContaining('PAYMENTS has a sandbox'),
    ])
  })
})

describe('login providers', () => {
  test('are off until configured, and each needs both its id and its secret', () => {
    expect(parse({})).toMatchObject({ GOOGLE_ISSUER: 'https://accounts.google.com', FACEBOOK_GRAPH_VERSION: 'v23.0' })
    expect(parse({}).GOOGLE_CLIENT_ID).toBeUndefined()
    expect(
      problemsOf({ GOOGLE_CLIENT_ID: 'a', FACEBOOK_APP_SECRET: 'b', OPENID_ISSUER: 'https://id.example.org' }),
    ).toEqual([
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must all be set or all be unset',
      'FACEBOOK_APP_ID and FACEBOOK_APP_SECRET must all be set or all be unset',
      'OPENID_ISSUER and OPENID_CLIENT_ID must all be set or all be unset',
    ])
  })
  test('are named by their issuer, even if the discovery document’s address is set', () => {
    const { OPENID_ISSUER } = parse({
      OPENID_ISSUER: 'https://id.example.org/realms/a/.well-known/openid-configuration',
      OPENID_CLIENT_ID: 'a',
    })
    expect(OPENID_ISSUER).toBe('https://id.example.org/realms/a')
  })
  test('speak Graph v14.0 or later [S1 §7], and in production TLS', () => {
    expect(problemsOf({ FACEBOOK_GRAPH_VERSION: 'v13.0' })).toEqual(['FACEBOOK_GRAPH_VERSION must be v14.0 or later'])
    for (const version of ['v14.0', 'v23.0', 'v101.0'])
      expect(parse({ FACEBOOK_GRAPH_VERSION: version }).FACEBOOK_GRAPH_VERSION).toBe(version)
    expect(problemsOf({ ...production, OPENID_ISSUER: 'http://id.example.org', OPENID_CLIENT_ID: 'a' })).toEqual([
      'OPENID_ISSUER must begin with https:// in production',
    ])
  })
})

test('every wrong variable is named at once', () => {
  const problems = problemsOf({
    PORT: 'many',
    MODE: 'test',
    FIELD_KEY: 'AAAA',
    DATABASE_URL: 'mysql://x',
    MIGRATE_ON_START: 'maybe',
    PAYMENTS: 'stripe',
  })
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(
    expect.arrayContaining([
      'PORT',
      'MODE',
      'FIELD_KEY',
      'DATABASE_URL',
      'MIGRATE_ON_START',
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
    ]),
  )
})

test.each([
  [
    { TRUST_PROXY: 'banana' },
    'TRUST_PROXY must be no, a number of trusted hops, or trusted addresses such as 10.0.0.0/8',
  ],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be no, a number of trusted hops, or trusted addresses such as 10.0.0.0/8'],
  [
    { TRUST_PROXY: '10.0.0.0/33' },
    'TRUST_PROXY must be no, a number of trusted hops, or trusted addresses such as 10.0.0.0/8',
  ],
  [{ COUNTRY_HEADER: 'x y' }, 'COUNTRY_HEADER must be the name of a header such as cf-ipcountry'],
  [{ DEFAULT_COUNTRY: 'ZZ' }, 'DEFAULT_COUNTRY must be a two-letter country code such as GB'],
  [{ FAILPOINTS: 'zzz' }, 'FAILPOINTS must be a list of failpoints such as after_provider:kill'],
  [{ FAILPOINTS: 'after_provider:explode' }, 'FAILPOINTS must be a list of failpoints such as after_provider:kill'],
  [{ FLAG_ZAKAT_VARIANT: 'foo' }, 'FLAG_ZAKAT_VARIANT must be maximize or default'],
  [{ FLAG_ZAKAT_VARIANT: 'Default' }, 'FLAG_ZAKAT_VARIANT must be maximize or default'],
  [{ FLAG_ZAKAT_HOME: 'maybe' }, 'FLAG_ZAKAT_HOME must be on or off'],
  [{ FLAG_SHARE_COULD_RAISE: '77 USD' }, 'FLAG_SHARE_COULD_RAISE must be an amount, a currency and a source'],
  [{ FLAG_ZAKAT_POLICY_URL: 'our-zakat-policy' }, 'FLAG_ZAKAT_POLICY_URL must be a URL such as https://'],
  [{ PERMITTED_COUNTRIES: 'GB, England, Wales' }, 'PERMITTED_COUNTRIES must be country codes such as GB,US,CA'],
  [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT must be json or text'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be debug, info, warn, error or silent'],
  [{ FLAG_NOT_EXIST: 'on' }, 'FLAG_NOT_EXIST is not a flag; the flags are '],
  [{ FLAG_CONSTRUCTOR: 'on' }, 'FLAG_CONSTRUCTOR is not a flag; the flags are '],
  [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535 but is "abc"'],
  [{ PORT: ' ' }, 'PORT must be a whole number from 0 to 65535 but is " "'],
  [{ PORT: '30.5' }, 'PORT must be a whole number from 0 to 65535 but is "30.5"'],
  [{ SANDBOX_PORT: '65536' }, 'SANDBOX_PORT must be a whole number from 0 to 65535 but is "65536"'],
  [{ METRICS_PORT: 'on' }, 'METRICS_PORT must be a whole number from 0 to 65535 but is "on"'],
  [{ DATABASE_POOL: '1' }, 'DATABASE_POOL must be a whole number from 2 to 500 but is "1"'],
  [{ RATE_LIMIT_PER_MINUTE: '0' }, 'RATE_LIMIT_PER_MINUTE must be a whole number of at least 1 but is "0"'],
  [
    { RATE_LIMIT_PER_MINUTE: 'Infinity' },
    'RATE_LIMIT_PER_MINUTE must be a whole number of at least 1 but is "Infinity"',
  ],
  [{ CHARGES_PER_SECOND: '-5' }, 'CHARGES_PER_SECOND must be a whole number from 1 to 10000 but is "-5"'],
  [{ PAYMENT_TIMEOUT_MS: '10s' }, 'PAYMENT_TIMEOUT_MS must be a whole number from 100 to 60000 but is "10s"'],
  [{ PORT: '65535' }, 'SANDBOX_PORT is missing: set it, because there is no port after PORT=65535'],
  [{ PORT: '4000', SANDBOX_PORT: '4000' }, 'SANDBOX_PORT must differ from PORT'],
  [{ SANDBOX_PORT: '3000' }, 'SANDBOX_PORT must differ from PORT'],
  [{ METRICS_PORT: '3000' }, 'METRICS_PORT must differ from PORT and SANDBOX_PORT'],
  [{ METRICS_PORT: '3001' }, 'METRICS_PORT must differ from PORT and SANDBOX_PORT'],
  [{ METRICS_PORT: '4001', SANDBOX_PORT: '4001' }, 'METRICS_PORT must differ from PORT and SANDBOX_PORT'],
  [{ BASE_URL: 'https://give.example.org/sunbul' }, 'BASE_URL must be an origin without a path'],
  [{ BASE_URL: 'https://give.example.org?x=1' }, 'BASE_URL must be an origin without a path'],
  [{ BASE_URL: 'https://give.example.org/#x' }, 'BASE_URL must be an origin without a path'],
  [
    { SMTP_URL: 'smtps://office:pass/word@mail.example.org' },
    'SMTP_URL must be an address such as smtps://user:password@mail.example.org (in the user and password, write @ as %40',
  ],
  [
    { DATABASE_URL: 'postgres://sunbul:pass' },
    'DATABASE_URL must be an address such as postgres://user:password@host:5432/sunbul (in the user and password',
  ],
  [{ DATABASE_URL: 'postgres://sunbul:pass@one:5432,two:5432/sunbul' }, 'DATABASE_URL lists several hosts'],
  [{ DATABASE_URL: 'postgres://one,two/sunbul' }, 'DATABASE_URL lists several hosts'],
  [
    { DATABASE_READ_URL: 'postgres://sunbul:pass@standby:5432/sunbul' },
    'DATABASE_URL is missing: the embedded PostgreSQL has no standby',
  ],
  [{ S3_ENDPOINT: 'https://files.example.org/storage/v1/s3' }, 'S3_ENDPOINT must be an origin without a path'],
  [{ BASE_URL: 'https://me:secret@give.example.org' }, 'BASE_URL must be an origin without a path'],
])('%o is refused, with and without another error', (environment, problem) => {
  expect(problemsOf(environment)).toEqual([expect.stringContaining(problem)])
  expect(problemsOf({ ...environment, MODE: 'test' })).toEqual(
    expect.arrayContaining(['MODE must be demo or production', expect.stringContaining(problem)]),
  )
})

test.each<NodeJS.ProcessEnv>([
  { TRUST_PROXY: 'no' },
  { TRUST_PROXY: '2' },
  { TRUST_PROXY: '10.0.0.0/8, 127.0.0.1,fd00::/8, 10.0.0.0/255.0.0.0, loopback' },
  { COUNTRY_HEADER: 'CF-IPCountry' },
  { FAILPOINTS: 'after_claim:stop,after_provider:kill:37,document_made' },
  { FLAG_SHARE_COULD_RAISE: '77 USD | Average of our shares', FLAG_ZAKAT_POLICY_URL: 'https://example.org/zakat' },
  { PORT: '65535', SANDBOX_PORT: '3001' },
  { ...production, PORT: '65535' },
  { PORT: '65534' },
  { RATE_LIMIT_PER_MINUTE: '100000', DATABASE_POOL: '2', CHARGES_PER_SECOND: '10000', PAYMENT_TIMEOUT_MS: '100' },
  { METRICS_PORT: '9464' },
  { ...production, METRICS_PORT: '3001' },
  { BASE_URL: 'http://[::1]:3000/' },
])('%o is accepted', (environment) => {
  expect(problemsOf(environment)).toEqual([])
})

test('every failpoint in the code can be named in FAILPOINTS', () => {
  const places = fs
    .globSync('modules/**/*.ts', { cwd: projectDir })
    .flatMap((file) =>
      [...fs.readFileSync(path.join(projectDir, file), 'utf8').matchAll(/\.failpoint\('(\w+)'\)/g)].map(
        (match) => match[1]!,
      ),
    )
  expect(places.length).toBeGreaterThan(5)
  expect(problemsOf({ FAILPOINTS: places.join() })).toEqual([])
})

describe('production', () => {
  test('starts with everything it needs', () => {
    expect(parse(production)).toMatchObject({
      MODE: 'production',
      BASE_URL: 'https://give.example.org',
      PAYMENTS: ['stripe'],
    })
  })
  test('has charities’ hosts on a different domain [pages-12]', () => {
    const problems = (BASE_URL: string, PAGES_DOMAIN: string) => problemsOf({ ...production, BASE_URL, PAGES_DOMAIN })
    expect(parse({ ...production, PAGES_DOMAIN: 'Pages.Example.net' }).PAGES_DOMAIN).toBe('pages.example.net')
    expect(parse({ ...production, BASE_URL: 'https://give.a.co.uk', PAGES_DOMAIN: 'b.co.uk' }).PAGES_DOMAIN).toBe(
      'b.co.uk',
    )
    for (const domain of ['pages.example.org', 'example.org', 'give.example.org', 'a.give.example.org'])
      expect(problems('https://give.example.org', domain)).toEqual([expect.stringMatching(/^PAGES_DOMAIN must be on/)])
    for (const [base, domain] of [
      ['https://give.a.co.uk', 'pages.a.co.uk'],
      ['https://give.a.com.au', 'pages.a.com.au'],
      ['https://a.github.io', 'pages.a.github.io'],
      ['https://a.github.io', 'github.io'],
    ] as const)
      expect(problems(base, domain), domain).toHaveLength(1)
    for (const [base, domain] of [
      ['https://give.a.com.au', 'pages.b.com.au'],
      ['https://a.github.io', 'b.github.io'],
      ['https://give.example.org', 'example-pages.org'],
    ] as const)
      expect(problems(base, domain), domain).toEqual([])
    expect(problems('https://give.example.org', 'pages.example.net:3000')).toHaveLength(1)
    for (const domain of ['https://pages.example.net', 'localhost', '10.0.0.1', '*.example.net', 'a..net'])
      expect(problemsOf({ PAGES_DOMAIN: domain }), domain).toHaveLength(1)
    expect(parse({ PAGES_DOMAIN: 'pages.localhost:3000' }).PAGES_DOMAIN).toBe('pages.localhost:3000')
  })
  test('has none by default, while a demo on this machine has hosts below localhost [pages-19]', () => {
    expect(parse(production).PAGES_DOMAIN).toBeUndefined()
    expect(parse({}).PAGES_DOMAIN).toBe('pages.localhost:3000')
    expect(parse({ PORT: '4520' }).PAGES_DOMAIN).toBe('pages.localhost:4520')
    expect(parse({ BASE_URL: 'http://localhost' }).PAGES_DOMAIN).toBe('pages.localhost')
    expect(parse({ BASE_URL: 'https://demo.example.org' }).PAGES_DOMAIN).toBeUndefined()
  })
  test('and the demo assume no country for a visitor [S1 §8]', () => {
    expect([parse(production).DEFAULT_COUNTRY, parse({}).DEFAULT_COUNTRY]).toEqual([undefined, undefined])
  })
  test('refuses missing secrets, plain http and the sandbox', () => {
    const names = problemsOf({ MODE: 'production', BASE_URL: 'http://give.example.org' }).map(
      (problem) => problem.split(' ')[0],
    )
    expect(names).toEqual([
      'BASE_URL',
      'SESSION_SECRET',
      'FIELD_KEY',
      'SMTP_URL',
      'MAIL_FROM',
      'OPERATOR_NAME',
      'CONTACT_EMAIL',
      'PAYMENTS',
    ])
  })
  test('takes sandbox payments only by an explicit switch', () => {
    const { PAYMENTS: _, STRIPE_SECRET_KEY: __, ...rest } = production
    expect(problemsOf({ ...rest })).toHaveLength(1)
    expect(problemsOf({ ...rest, ALLOW_SANDBOX_PAYMENTS: 'yes' })).toEqual([])
  })
  test('refuses Stripe test keys unless allowed, and keys of two modes', () => {
    const keys = (secret: string, publishable: string) => ({
      ...production,
      STRIPE_SECRET_KEY: secret,
      STRIPE_PUBLISHABLE_KEY: publishable,
    })
    for (const secret of ['sk_test_1', 'rk_test_1'])
      expect(problemsOf(keys(secret, 'pk_test_1'))).toEqual([
        expect.stringContaining('is a test key, which moves no money'),
      ])
    expect(problemsOf({ ...keys('sk_test_1', 'pk_test_1'), ALLOW_SANDBOX_PAYMENTS: 'yes' })).toEqual([])
    expect(problemsOf({ ...keys('sk_live_1', 'pk_test_1'), ALLOW_SANDBOX_PAYMENTS: 'yes' })).toEqual([
      expect.stringContaining('must be of one mode'),
    ])
    expect(problemsOf({ ...keys('sk_test_1', 'pk_test_1'), MODE: 'demo' })).toEqual([])
  })
  test('is the only mode that accepts live keys, because a demo’s accounts and mail are public', () => {
    const keys = {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    }
    for (const mode of [{}, { MODE: 'demo' }])
      expect(problemsOf({ ...keys, ...mode })).toEqual([expect.stringMatching(/^MODE must be production/)])
    expect(problemsOf({ ...keys, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })).toEqual([])
  })

  test('refuses failpoints', () => {
    expect(problemsOf({ ...production, FAILPOINTS: 'after_provider:kill' })).toEqual([
      'FAILPOINTS must be empty in production',
    ])
  })
  for (const name of Object.keys(production).filter((key) => !['MODE', 'PAYMENTS'].includes(key))) {
    test(`refuses to start without ${name}`, () => {
      expect(problemsOf({ ...production, [name]: undefined }).join()).toContain(name)
    })
  }
})

test.each([
  ['json', undefined, 'info'],
  ['text', undefined, 'warn'],
  ['text', 'info', 'info'],
] as const)('LOG_FORMAT=%s with LOG_LEVEL=%s logs from %s', (LOG_FORMAT, LOG_LEVEL, expected) => {
  expect(parse({ LOG_FORMAT, LOG_LEVEL })).toMatchObject({ LOG_FORMAT, LOG_LEVEL: expected })
})

test('DNS_SERVERS are addresses, with a port or without', () => {
  expect(parse({ DNS_SERVERS: '9.9.9.9, 127.0.0.1:5353,2620:fe::fe, [2620:fe::fe]:53' }).DNS_SERVERS).toEqual([
    '9.9.9.9',
    '127.0.0.1:5353',
    '2620:fe::fe',
    '[2620:fe::fe]:53',
  ])
  for (const servers of ['dns.example.org', '9.9.9', '9.9.9.9:0', '9.9.9.9:65536', '[9.9.9.9]:53', '9.9.9.9,'])
    expect(problemsOf({ DNS_SERVERS: servers }), servers).toEqual([expect.stringMatching(/^DNS_SERVERS must be IP/)])
})

test('.env.example names every variable and no other', () => {
  const example = fs.readFileSync(path.join(projectDir, '.env.example'), 'utf8')
  const named = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)]
    .map((match) => match[1]!)
    .filter((name) => !name.startsWith('FLAG_'))
  expect(named.sort()).toEqual(Object.keys(variables.shape).sort())
})

test.each([
  ['read', (file: string) => file, 'From a file'],
  ['not read where it is empty', () => '', 'Sunbul'],
])('ENV_FILE is %s', (_, envFile, expected) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-config-'))
  const file = path.join(folder, 'variables')
  const before = process.env.ENV_FILE
  fs.writeFileSync(file, 'PRODUCT_NAME=From a file\n')
  process.env.ENV_FILE = envFile(file)
  try {
    expect(loadConfig({ MODE: 'demo', BASE_URL: 'http://localhost:3000', DATA_DIR: folder }).PRODUCT_NAME).toBe(
      expected,
    )
  } finally {
    delete process.env.PRODUCT_NAME
    if (before === undefined) delete process.env.ENV_FILE
    else process.env.ENV_FILE = before
    fs.rmSync(folder, { recursive: true, force: true })
  }
})

test('an archive is an absolute folder or a bucket with its keys, and only of the embedded PostgreSQL', () => {
  expect(problemsOf({ ARCHIVE: '/mnt/archive' })).toEqual([])
  expect(problemsOf({ ARCHIVE: 'archive' })).toEqual([
    'ARCHIVE must be an absolute path such as /mnt/archive, or a bucket such as s3://backups/sunbul',
  ])
  const keys = { S3_ENDPOINT: 'https://s3.example.org', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }
  expect(problemsOf({ ARCHIVE: 's3://backups/sunbul', ...keys })).toEqual([])
  expect(problemsOf({ ARCHIVE: 's3://backups/sunbul' })[0]).toMatch(/^S3_ENDPOINT is missing: .* that has ARCHIVE$/)
  expect(problemsOf({ ARCHIVE: '/mnt/archive', DATABASE_URL: 'postgres://u:p@localhost/sunbul' })).toEqual([
    'ARCHIVE is for the embedded PostgreSQL: with DATABASE_URL, archive with pgBackRest (docs/operations.md)',
  ])
})

test('a password may contain commas, and a standby goes with an external database', () => {
  const DATABASE_URL = 'postgres://sunbul:a,b@localhost:5432/sunbul?options=-c%20x=1,2'
  expect(problemsOf({ DATABASE_URL, DATABASE_READ_URL: DATABASE_URL, PATRONI_URL: 'http://10.0.0.11:8008' })).toEqual(
    [],
  )
})

test('an ENV_FILE that is missing is refused, because production would otherwise start as a demo', () => {
  const before = process.env.ENV_FILE
  process.env.ENV_FILE = '/nonexistent/sunbul.env'
  try {
    expect(() => loadConfig({ MODE: 'demo' })).toThrow('ENV_FILE names /nonexistent/sunbul.env, which doesn’t exist')
  } finally {
    if (before === undefined) delete process.env.ENV_FILE
    else process.env.ENV_FILE = before
  }
})

test('secrets are lists, and several in SESSION_SECRET need the key of the pseudonyms [security-20]', () => {
  const [former, current] = ['f'.repeat(32), 'c'.repeat(32)]
  const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
  expect(parse({ ...production })).toMatchObject({ SESSION_SECRET: ['x'.repeat(32)], PSEUDONYM_KEY: 'x'.repeat(32) })
  const during = { ...production, SESSION_SECRET: `${current}, ${former}`, FIELD_KEY: `${key(2)},${key(1)}` }
  expect(problemsOf(during)).toEqual([expect.stringMatching(/^PSEUDONYM_KEY is missing/)])
  expect(parse({ ...during, PSEUDONYM_KEY: former })).toMatchObject({
    SESSION_SECRET: [current, former],
    FIELD_KEY: [Buffer.alloc(32, 2), Buffer.alloc(32, 1)],
    PSEUDONYM_KEY: former,
  })
  expect(problemsOf({ ...production, SESSION_SECRET: `${current},short`, PSEUDONYM_KEY: former })).toEqual([
    'SESSION_SECRET must be at least 32 random characters; several secrets are separated by commas',
  ])
  expect(problemsOf({ ...production, STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2' })).toEqual([])
  expect(problemsOf({ ...production, STRIPE_WEBHOOK_SECRET: 'whsec_1,2' })[0]).toMatch(/^STRIPE_WEBHOOK_SECRET/)
})
