import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { acceptProof, createProofChallenge } from '#modules/money/payments/index.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { identityContract } from './contract.ts'
import { browserIdOf, devicesOf } from './login/devices.ts'
import { identityHandlers } from './http.ts'
import { type AccountViewer, toRequesterScope, findViewerByBearer, findViewerBySession } from './viewer.ts'
import { signToken } from './tokens.ts'
import { createAccount, logIn, logOut } from './login/log-in.ts'
import type { TwoFactorPorts } from './two-factor/check-code.ts'
import type { HumanCheckPorts } from './index-server.ts'
import { reauthenticate } from './login/recent-authentication.ts'
import { endGuest, findGuest } from './queries.ts'
import { aGuest, anAccount, aSession, aRequestContext, solveProofOfRefusal } from './testing.ts'

const anonymous = { kind: 'anonymous' } as const
let database: TestDatabase
let clock: ReturnType<typeof manualClock>
let ports: TwoFactorPorts & HumanCheckPorts
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => {
  clock = manualClock()
  ports = {
    ...testPorts(database.database, clock.now),
    tokenSecret: 'a secret of at least thirty-two characters',
    fieldKey: Buffer.alloc(32, 3),
    humanCheck: { ask: createProofChallenge, accept: acceptProof },
  }
})
afterAll(() => database.drop())

const wrong = { tag: 'problem', code: 'wrong-login', status: 401 }

test('the right password opens a session, and only its token’s hash is stored [security-1]', async () => {
  const account = await anAccount(ports, { email: 'Amina@Example.org' })
  const { token, expiresAt } = await logIn(ports, anonymous, aRequestContext(), {
    email: ' amina@example.ORG ',
    password: account.password!,
  })
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(expiresAt.getTime() - clock.now().getTime()).toBe(30 * 86_400_000)
  expect(await findViewerBySession(ports, token)).toMatchObject({
    kind: 'account',
    accountId: account.id,
    email: 'amina@example.org',
  })
  expect(await findViewerByBearer(ports, token)).toMatchObject({ accountId: account.id })
  const rows = await ports.db.selectFrom('identity.session').selectAll().where('account_id', '=', account.id).execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('logins and repeated authentication are audited with their origin, wrong passwords are not [security-9]', async () => {
  const account = await anAccount(ports)
  const context = aRequestContext({ ip: '192.0.2.71' })
  await expect(logIn(ports, anonymous, context, { email: account.email, password: 'x' })).rejects.toMatchObject(wrong)
  const { token } = await logIn(ports, anonymous, context, { email: account.email, password: account.password! })
  const viewer = (await findViewerBySession(ports, token)) as AccountViewer
  await expect(reauthenticate(ports, viewer, context, { password: 'a guess', code: '' })).rejects.toMatchObject({
    code: 'wrong-password',
  })
  await reauthenticate(ports, viewer, context, { password: account.password!, code: '' })
  const entries = await ports.db
    .selectFrom('audit.entry')
    .select(['act', 'actor_id', 'ip'])
    .where('object', '=', `account:${account.id}`)
    .orderBy('id')
    .execute()
  const by = { actor_id: account.id, ip: '192.0.2.71' }
  expect(entries).toEqual([
    { act: 'identity.logged-in-by-password', ...by },
    { act: 'identity.reauthenticated', ...by },
  ])
})

test('an unknown email, a wrong password and an account without one get the same response [security-10]', async () => {
  const account = await anAccount(ports)
  const passwordless = await anAccount(ports, { password: null })
  for (const [email, password] of [
    ['unknown@example.org', 'x'],
    [account.email, 'x'],
    [passwordless.email, 'x'],
  ] as const)
    await expect(
      logIn(ports, anonymous, aRequestContext({ ip: '192.0.2.2' }), { email, password }),
    ).rejects.toMatchObject(wrong)
})

test('logging in ends the session it came with, so a planted one is worth nothing [security-1]', async () => {
  const old = await aSession(ports)
  const account = await anAccount(ports)
  const { token } = await logIn(ports, old.viewer, aRequestContext(), {
    email: account.email,
    password: account.password!,
  })
  expect(await findViewerBySession(ports, old.token)).toBeUndefined()
  expect(await findViewerBySession(ports, token)).toMatchObject({ accountId: account.id })
})

test('a logout invalidates the token', async () => {
  const { token, viewer } = await aSession(ports)
  await logOut(ports, viewer)
  expect(await findViewerBySession(ports, token)).toBeUndefined()
})

test('after ten wrong guesses a day for a mailbox even the right password gets the same response', async () => {
  const account = await anAccount(ports)
  const login = (password: string) =>
    logIn(ports, anonymous, aRequestContext({ ip: '192.0.2.10' }), { email: account.email, password })
  for (let guess = 0; guess < 10; guess++) await expect(login('a guess')).rejects.toMatchObject(wrong)
  await expect(login(account.password!)).rejects.toMatchObject(wrong)
  clock.move({ days: 1, seconds: 1 })
  expect(await login(account.password!)).toMatchObject({ account: { id: account.id } })
})

test('a known browser has its own ten guesses a day, so a stranger can’t lock the owner out', async () => {
  const account = await anAccount(ports)
  const login = (password: string, over: Parameters<typeof aRequestContext>[0] = {}) =>
    logIn(ports, anonymous, aRequestContext({ ip: '192.0.2.15', ...over }), { email: account.email, password })
  const { token } = await login(account.password!)
  const own = { browserId: browserIdOf(undefined, token) }
  for (let guess = 0; guess < 11; guess++) await expect(login('a guess')).rejects.toMatchObject(wrong)
  await expect(login(account.password!)).rejects.toMatchObject(wrong)
  await expect(
    login(account.password!, { browserId: browserIdOf(undefined, 'another browser') }),
  ).rejects.toMatchObject(wrong)
  expect(await login(account.password!, own)).toMatchObject({ account: { id: account.id } })
  for (let guess = 0; guess < 10; guess++) await expect(login('a guess', own)).rejects.toMatchObject(wrong)
  await expect(login(account.password!, own)).rejects.toMatchObject(wrong)
})

test('strangers’ guesses don’t block a logged-in owner from authenticating again', async () => {
  const { viewer } = await aSession(ports, { password: 'ears of grain' })
  const stranger = () =>
    logIn(ports, anonymous, aRequestContext({ ip: '192.0.2.16' }), { email: viewer.email, password: 'a guess' })
  for (let guess = 0; guess < 11; guess++) await expect(stranger()).rejects.toMatchObject(wrong)
  await expect(
    reauthenticate(ports, viewer, aRequestContext(), { password: 'ears of grain', code: '' }),
  ).resolves.toBeUndefined()
  for (let guess = 0; guess < 10; guess++)
    await expect(
      reauthenticate(ports, viewer, aRequestContext(), { password: 'a guess', code: '' }),
    ).rejects.toMatchObject({
      code: 'wrong-password',
    })
  await expect(
    reauthenticate(ports, viewer, aRequestContext(), { password: 'ears of grain', code: '' }),
  ).rejects.toMatchObject({
    code: 'too-many-passwords',
  })
})

test('concurrent guesses have the same limit as sequential ones', async () => {
  const account = await anAccount(ports)
  const passwords = [...Array<string>(30).fill('a guess'), account.password!]
  const tries = passwords.map((password) =>
    logIn(ports, anonymous, aRequestContext({ ip: '192.0.2.11' }), { email: account.email, password }),
  )
  const outcomes = await Promise.allSettled(tries)
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toEqual([])
})

test('a right password doesn’t count towards a network’s limit', async () => {
  const account = await anAccount(ports)
  for (let time = 0; time < 15; time++)
    await logIn(ports, anonymous, aRequestContext({ ip: '192.0.2.12' }), {
      email: account.email,
      password: account.password!,
    })
  expect(await failuresFrom('192.0.2.12')).toBe(0)
})

test('beyond a hundred failures an hour each attempt of that address needs a proof of work [security-15]', async () => {
  const account = await anAccount(ports)
  const instant = clock.now()
  const failures = Array.from({ length: 100 }, (_, n) => ({
    email_key: `${n}@example.org`,
    ip: '192.0.2.13',
    failed_at: instant,
  }))
  await ports.write((tx) => tx.insertInto('identity.login_failure').values(failures).execute())
  const login = (ip: string, over: object = {}) =>
    logIn(ports, anonymous, aRequestContext({ ip }), { email: account.email, password: account.password!, ...over })
  const reCaptcha = await solveProofOfRefusal(login('192.0.2.13'))
  expect(await failuresFrom('192.0.2.13')).toBe(100)
  expect(await login('192.0.2.13', { reCaptcha })).toMatchObject({ account: { id: account.id } })
  await expect(login('192.0.2.13', { reCaptcha, password: 'a guess' })).rejects.toMatchObject({
    code: 'human-check-required',
    status: 429,
  })
  const again = await solveProofOfRefusal(login('192.0.2.13'))
  await expect(login('192.0.2.13', { reCaptcha: again, password: 'a guess' })).rejects.toMatchObject(wrong)
  expect(await failuresFrom('192.0.2.13')).toBe(101)
  expect(await login('192.0.2.14')).toMatchObject({ account: { id: account.id } })
  clock.move({ minutes: 61 })
  expect(await login('192.0.2.13')).toMatchObject({ account: { id: account.id } })
})

test('a donor’s session ends after 14 idle days and after 30 days at most', async () => {
  const { token } = await aSession(ports)
  clock.move({ days: 13 })
  expect(await findViewerBySession(ports, token)).toBeDefined()
  clock.move({ days: 13 })
  expect(await findViewerBySession(ports, token)).toBeDefined()
  clock.move({ days: 4 })
  expect(await findViewerBySession(ports, token)).toBeUndefined()
  const idle = await aSession(ports)
  clock.move({ days: 14, seconds: 1 })
  expect(await findViewerBySession(ports, idle.token)).toBeUndefined()
})

test('a staff session ends after 15 idle minutes', async () => {
  const { token } = await aSession(ports, { roles: ['support'] })
  clock.move({ minutes: 15 })
  expect(await findViewerBySession(ports, token)).toBeDefined()
  clock.move({ minutes: 15, seconds: 1 })
  expect(await findViewerBySession(ports, token)).toBeUndefined()
})

test('a staff session ends after 12 hours and is no longer listed as a device [security-1]', async () => {
  const { token } = await aSession(ports, { roles: ['support'] })
  const seen = async () => findViewerBySession(ports, token)
  for (let worked = 0; worked < 12 * 60 - 10; worked += 10) {
    clock.move({ minutes: 10 })
    expect(await seen()).toBeDefined()
  }
  const viewer = (await seen()) as AccountViewer
  clock.move({ minutes: 9, seconds: 59 })
  expect(await seen()).toBeDefined()
  expect(await devicesOf(ports, viewer)).toHaveLength(1)
  clock.move({ seconds: 1 })
  expect(await devicesOf(ports, viewer)).toEqual([])
  expect(await seen()).toBeUndefined()
})

test('the last use of a session is written at most once a minute', async () => {
  const { token, viewer } = await aSession(ports)
  const lastSeenAt = async () =>
    (
      await ports.db
        .selectFrom('identity.session')
        .select('last_seen_at')
        .where('token_hash', '=', viewer.tokenHash)
        .executeTakeFirstOrThrow()
    ).last_seen_at
  const opened = clock.now()
  clock.move({ seconds: 60 })
  await findViewerBySession(ports, token)
  expect(await lastSeenAt()).toEqual(opened)
  clock.move({ seconds: 1 })
  await findViewerBySession(ports, token)
  expect(await lastSeenAt()).toEqual(clock.now())
})

test('a guest with another person’s email has no access to that person’s data [accounts-4]', async () => {
  const account = await anAccount(ports)
  const guest = await aGuest(ports, { email: account.email })
  expect(await findViewerByBearer(ports, guest.token)).toEqual({ kind: 'guest', guestId: guest.id })
  expect(guest.id).not.toBe(account.id)
  clock.move({ days: 1 })
  expect(await findViewerByBearer(ports, guest.token)).toBeUndefined()
})

test('a guest’s token fills in email and name until the guest ends it', async () => {
  const [guest, other] = [await aGuest(ports), await aGuest(ports)]
  await endGuest(ports, guest.id)
  expect(await findViewerByBearer(ports, guest.token)).toBeUndefined()
  expect(await findViewerByBearer(ports, other.token)).toEqual({ kind: 'guest', guestId: other.id })
  expect(await findGuest(ports, guest.id)).toBeUndefined()
  expect(await findGuest(ports, other.id)).toMatchObject({ email: expect.stringContaining('@') })
})

test('a donation’s token grants access to that donation only', async () => {
  const token = signToken(ports.tokenSecret, 'donation', ports.newId(), new Date(clock.now().getTime() + 1000))
  expect(await findViewerByBearer(ports, token)).toBeUndefined()
})

test('two accounts never share a mailbox, however it is written', async () => {
  const account = await anAccount(ports, { email: 'Étienne@example.org' })
  expect(await createAccount(ports, { ...account, email: 'e\u0301TIENNE@EXAMPLE.org' })).toBeUndefined()
  expect(
    await logIn(ports, anonymous, aRequestContext(), {
      email: 'E\u0301tienne@example.org',
      password: account.password!,
    }),
  ).toMatchObject({
    account: { id: account.id },
  })
})

test('only the creation of an account with staff roles is audited', async () => {
  const made = async (roles: string[]) =>
    (await createAccount(ports, {
      email: `${ports.newId()}@example.org`,
      password: null,
      firstName: '',
      lastName: '',
      roles,
    }))!
  const auditOf = async (roles: string[]) => entriesAbout(ports.db, `account:${await made(roles)}`, 10)
  expect(await auditOf(['admin'])).toEqual([
    expect.objectContaining({
      actorKind: 'system',
      act: 'identity.roles-changed',
      details: { before: [], after: ['admin'] },
    }),
  ])
  expect(await auditOf([])).toEqual([])
})

test('visitors without a session id are distinguished by address and browser, and can’t be impersonated', () => {
  const one = aRequestContext({ sessionId: '' })
  expect(toRequesterScope(anonymous, one)).toBe(toRequesterScope(anonymous, aRequestContext()))
  expect(toRequesterScope(anonymous, one)).not.toBe(
    toRequesterScope(anonymous, aRequestContext({ sessionId: '', ip: '192.0.2.9' })),
  )
  expect(toRequesterScope(anonymous, aRequestContext({ sessionId: `${one.ip}|${one.userAgent}` }))).not.toBe(
    toRequesterScope(anonymous, one),
  )
  expect(toRequesterScope(anonymous, aRequestContext({ sessionId: 'visit', ip: '192.0.2.9' }))).toBe(
    toRequesterScope(anonymous, aRequestContext({ sessionId: 'visit' })),
  )
  expect(toRequesterScope({ kind: 'guest', guestId: '1' }, one)).toBe('guest:1')
})

test('the current viewer is returned without their secrets', async () => {
  const { viewer } = await aSession(ports, { roles: ['support'] })
  const me = await identityHandlers['GET /v4/me']({ app: ports, viewer, context: aRequestContext(), input: {} })
  expect(me).toEqual({
    kind: 'account',
    userId: viewer.accountId,
    email: viewer.email,
    firstName: 'Amina',
    lastName: 'Yusuf',
    roles: ['support'],
  })
  expect(
    await identityHandlers['GET /v4/me']({ app: ports, viewer: anonymous, context: aRequestContext(), input: {} }),
  ).toMatchObject({ kind: 'anonymous', userId: null })
})

test('the login call opens the browser’s session and the logout call ends it', async () => {
  const account = await anAccount(ports)
  const input = { email: account.email, password: account.password! }
  const opened = await identityHandlers['POST /v4/login']({
    app: ports,
    viewer: anonymous,
    context: aRequestContext(),
    input,
  })
  expect(opened).toMatchObject({ result: { userId: account.id }, session: { token: expect.any(String) } })
  const { viewer } = await aSession(ports)
  expect(
    await identityHandlers['POST /v4/logout']({ app: ports, viewer, context: aRequestContext(), input: {} }),
  ).toMatchObject({
    result: { ended: true },
    session: null,
  })
})

test('a guest has an id, a token and a type, and needs a valid email [S2 §3]', async () => {
  const make = (email: string) =>
    identityHandlers['POST /v4/guests']({
      app: ports,
      viewer: anonymous,
      context: aRequestContext(),
      input: { email, name: 'Bilal' },
    })
  expect(await make('bilal@example.org')).toEqual({
    id: expect.any(String),
    token: expect.stringMatching(/^gt_/),
    type: 'guest',
  })
  await expect(make('not an address')).rejects.toMatchObject({
    status: 400,
    fields: { email: { code: 'email-invalid' } },
  })
  expect(
    identityContract['POST /v4/guests'].input.safeParse({ email: 'a@example.org', name: 'Bi\u0000lal' }).success,
  ).toBe(false)
})

const failuresFrom = async (ip: string): Promise<number> =>
  (await ports.db.selectFrom('identity.login_failure').select('ip').where('ip', '=', ip).execute()).length
