import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { purgeMails } from '#modules/platform/notifications/index.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { findAccount } from './account-queries.ts'
import { identityContract } from './contract.ts'
import { identityHandlers } from './http.ts'
import { findViewerBySession, type Viewer } from './viewer.ts'
import { mailsWithCodes, sendAccountMail } from './email/send-mail.ts'
import { requireRecentAuthentication } from './login/recent-authentication.ts'
import { anAccount, aSession, mailHelpers, type MailHelpers, aRequestContext, solveProofOfRefusal } from './testing.ts'

const anonymous = { kind: 'anonymous' } as const
const password = 'ears of grain'
let database: TestDatabase
let clock: ReturnType<typeof manualClock>
let ports: MailHelpers['ports']
let queued: MailHelpers['queued']
let mailsTo: MailHelpers['mailsTo']
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => {
  clock = manualClock()
  ;({ ports, queued, mailsTo } = mailHelpers(testPorts(database.database, clock.now), clock))
})
afterAll(() => database.drop())

type Calls = typeof identityContract
type Answered = { result: { userId: string }; session: { token: string; expiresAt: Date } }

/** Parses the input of a call as the HTTP layer does, and runs its handler. */
async function call<Name extends keyof Calls>(
  name: Name,
  input: object,
  viewer: Viewer = anonymous,
  context = aRequestContext(),
): Promise<never> {
  return (await (identityHandlers[name] as (input: object) => Promise<unknown>)({
    app: ports,
    viewer,
    context,
    input: identityContract[name].input.parse(input),
  })) as never
}
const viewerOf = async (answered: Answered) =>
  (await findViewerBySession(ports, answered.session.token)) as Extract<Viewer, { kind: 'account' }>

let count = 0
const freshEmail = () => `donor-${++count}@example.org`
const signUpOf = (email: string, over: object = {}) => ({
  email,
  password,
  firstName: 'Amina',
  lastName: 'Yusuf',
  ...over,
})
const signUp = async (
  email: string,
  over: object = {},
  viewer: Viewer = anonymous,
  context = aRequestContext(),
): Promise<Answered> => call('POST /v4/signup', signUpOf(email, over), viewer, context)

const codeIn = (mail: { plain: string | null } | undefined): string => /[?&]code=([\w-]+)/.exec(mail?.plain ?? '')![1]!
const refusal = (code: string) => ({ tag: 'problem', code })

test('signing up creates an account and a session and mails a confirmation link [S2 §7]', async () => {
  const email = freshEmail()
  const answered = await signUp(email.toUpperCase())
  const viewer = await viewerOf(answered)
  expect(viewer).toMatchObject({ accountId: answered.result.userId, email, isEmailConfirmed: false, roles: [] })
  const [mail] = await mailsTo(email)
  expect(mail).toMatchObject({ kind: 'confirm-email', subject: 'Confirm your email address' })
  const confirmed: Answered = await call('POST /v4/email-confirmations', { code: codeIn(mail) }, viewer)
  expect(await viewerOf(confirmed)).toMatchObject({ accountId: viewer.accountId, isEmailConfirmed: true })
  expect(await findViewerBySession(ports, answered.session.token)).toBeUndefined()
  expect((await mailsTo(email))[0]).toMatchObject({ kind: 'welcome', subject: 'Welcome to Sunbul' })
  expect((await entriesAbout(ports.db, `account:${viewer.accountId}`, 10)).map((entry) => entry.act)).toEqual([
    'identity.email-confirmed',
    'identity.signed-up',
  ])
  const loggedIn: Answered = await call('POST /v4/login', { email, password })
  expect(loggedIn.result.userId).toBe(viewer.accountId)
})

test('signing up with a taken email gets the usual response and mails the owner once [security-10]', async () => {
  const owner = await anAccount(ports, { email: freshEmail() })
  const response = await signUp(owner.email)
  const free = await signUp(freshEmail())
  expect(Object.keys(response.result)).toEqual(Object.keys(free.result))
  const stranger = await viewerOf(response)
  expect(stranger.accountId).not.toBe(owner.id)
  expect(await call('GET /api/user/current', {}, stranger)).toMatchObject({
    email: owner.email,
    emailConfirmed: false,
    roles: [],
  })
  const mails = await mailsTo(owner.email)
  expect(mails.map((mail) => mail.kind)).toEqual(['account-exists'])
  // A second request for the confirmation mails the owner again; the requester sees no difference.
  expect(await call('POST /v4/email-confirmations/mails', {}, stranger)).toEqual({ isRequested: true })
  expect((await mailsTo(owner.email))[0]).toMatchObject({ kind: 'account-exists' })
  // An unconfirmed account's password logs no one in, whether or not the address is taken.
  await expect(call('POST /v4/login', { email: owner.email, password })).resolves.toBeDefined()
  await expect(call('POST /v4/login', { email: stranger.email, password: 'another password' })).rejects.toMatchObject(
    refusal('wrong-login'),
  )
  // The owner's mail logs the owner in.
  const entered: Answered = await call('POST /v4/login/link', { code: codeIn(mails[0]) })
  expect(entered.result.userId).toBe(owner.id)
})

test('an account with an unconfirmed email has no login by password [accounts-4]', async () => {
  const [taken, free] = [(await anAccount(ports, { email: freshEmail() })).email, freshEmail()]
  for (const email of [taken, free]) {
    await signUp(email, { password: 'chosen by a stranger' })
    await expect(call('POST /v4/login', { email, password: 'chosen by a stranger' })).rejects.toMatchObject(
      refusal('wrong-login'),
    )
  }
})

test('signing up ends the browser’s previous session [security-1]', async () => {
  const planted = await aSession(ports)
  const answered = await signUp(freshEmail(), {}, planted.viewer)
  expect(await findViewerBySession(ports, planted.token)).toBeUndefined()
  expect(answered.session.token).not.toBe(planted.token)
})

test('a missing name or weak password is refused at its field', async () => {
  await expect(signUp('nonsense', { password: 'short', firstName: ' ' })).rejects.toMatchObject({
    code: 'invalid-input',
    fields: {
      email: { code: 'email-invalid' },
      password: { code: 'password-too-short' },
      firstName: { code: 'first-name-missing' },
    },
  })
  await expect(signUp('', { password: '' })).rejects.toMatchObject({
    fields: { email: { code: 'email-missing' }, password: { code: 'password-missing' } },
  })
  await expect(signUp(freshEmail(), { firstName: '=cmd()' })).rejects.toMatchObject({
    fields: { firstName: { code: 'name-invalid' } },
  })
})

test('code in a name is stored as text [security-11]', async () => {
  const answered = await signUp(freshEmail(), {
    firstName: 'O:8:"stdClass":0:{}',
    lastName: '<img src=x onerror=alert(1)>',
  })
  expect(await viewerOf(answered)).toMatchObject({
    firstName: 'O:8:"stdClass":0:{}',
    lastName: '<img src=x onerror=alert(1)>',
  })
  const [mail] = (await confirmed(answered)).mails
  expect(mail!.html).not.toContain('<img src=x')
})

async function confirmed(answered: Answered) {
  const viewer = await viewerOf(answered)
  const [mail] = await mailsTo(viewer.email)
  const again: Answered = await call('POST /v4/email-confirmations', { code: codeIn(mail) }, viewer)
  return { viewer: await viewerOf(again), answered: again, mails: await mailsTo(viewer.email) }
}

test('another browser needs the password to confirm an email, and guesses are counted', async () => {
  const email = freshEmail()
  const answered = await signUp(email)
  const code = codeIn((await mailsTo(email))[0])
  await expect(call('POST /v4/email-confirmations', { code })).rejects.toMatchObject(refusal('password-needed'))
  await expect(call('POST /v4/email-confirmations', { code, password: 'a guess' })).rejects.toMatchObject(
    refusal('wrong-password'),
  )
  const elsewhere: Answered = await call('POST /v4/email-confirmations', { code, password })
  expect(await viewerOf(elsewhere)).toMatchObject({ isEmailConfirmed: true })
  expect(await findViewerBySession(ports, answered.session.token)).toMatchObject({ isEmailConfirmed: true })
  await expect(call('POST /v4/email-confirmations', { code, password })).rejects.toMatchObject(
    refusal('code-not-valid'),
  )
  const other = freshEmail()
  await signUp(other)
  const next = codeIn((await mailsTo(other))[0])
  for (let guess = 0; guess < 10; guess++)
    await expect(call('POST /v4/email-confirmations', { code: next, password: 'a guess' })).rejects.toMatchObject(
      refusal('wrong-password'),
    )
  await expect(call('POST /v4/email-confirmations', { code: next, password })).rejects.toMatchObject(
    refusal('too-many-passwords'),
  )
})

test('when the mailbox’s owner sets a password, the person who signed up loses access [accounts-4]', async () => {
  const email = freshEmail()
  const stranger = await signUp(email, { password: 'chosen by a stranger' })
  const code = codeIn((await mailsTo(email))[0])
  const owner: Answered = await call('POST /api/user/setPassword', { code, password: 'chosen by the owner' })
  expect(owner.result.userId).toBe(stranger.result.userId)
  expect(await findViewerBySession(ports, stranger.session.token)).toBeUndefined()
  await expect(call('POST /v4/login', { email, password: 'chosen by a stranger' })).rejects.toMatchObject(
    refusal('wrong-login'),
  )
  await expect(call('POST /v4/login', { email, password: 'chosen by the owner' })).resolves.toBeDefined()
})

test('a login link gives an unconfirmed account to the mailbox’s owner and ends other access [accounts-4]', async () => {
  const email = freshEmail()
  const stranger = await signUp(email, { password: 'chosen by a stranger' })
  await call('POST /v4/login/links', { email })
  const mails = await mailsTo(email)
  const owner: Answered = await call('POST /v4/login/link', {
    code: codeIn(mails.find((mail) => mail.kind === 'log-in')),
  })
  expect(await viewerOf(owner)).toMatchObject({ isEmailConfirmed: true })
  expect(await findViewerBySession(ports, stranger.session.token)).toBeUndefined()
  expect((await findAccount(ports.db, owner.result.userId))?.passwordHash).toBeNull()
})

test('the first of two accounts to confirm an email keeps it, and the other’s code is invalid', async () => {
  const email = freshEmail()
  const [one, two] = [await signUp(email), await signUp(email)]
  const mails = await mailsTo(email)
  await call('POST /v4/email-confirmations', { code: codeIn(mails[0]) }, await viewerOf(two))
  await expect(
    call('POST /v4/email-confirmations', { code: codeIn(mails[1]) }, await viewerOf(one)),
  ).rejects.toMatchObject(refusal('code-not-valid'))
  expect(await viewerOf(one)).toMatchObject({ isEmailConfirmed: false })
})

test('of two concurrent confirmations of one email one succeeds, the other gets the usual error', async () => {
  const email = freshEmail()
  const [one, two] = [await viewerOf(await signUp(email)), await viewerOf(await signUp(email))]
  const code = codeIn((await mailsTo(email))[0])
  let late: Promise<unknown> | undefined
  await ports.write(async (tx) => {
    await tx
      .updateTable('identity.account')
      .set({ email_confirmed_at: clock.now() })
      .where('id', '=', one.accountId)
      .execute()
    late = call('POST /v4/email-confirmations', { code }, two).catch((error: unknown) => error)
    // Waits until it is blocked by this transaction, whose changes it can't see.
    await expect
      .poll(async () => (await sql`select from pg_locks where not granted`.execute(ports.db)).rows.length)
      .toBeGreaterThan(0)
  })
  expect(await late).toMatchObject(refusal('code-not-valid'))
})

test('a login link works once within 15 minutes [accounts-5]', async () => {
  const account = await anAccount(ports, { email: freshEmail() })
  const planted = await aSession(ports)
  await call('POST /v4/login/links', {
    email: ` ${account.email.toUpperCase()} `,
    redirectUrl: '/v4/discover?country=GB',
  })
  const [mail] = await mailsTo(account.email)
  expect(mail).toMatchObject({ kind: 'log-in' })
  expect(mail!.plain).toContain('&redirectUrl=%2Fv4%2Fdiscover%3Fcountry%3DGB')
  const entered: Answered = await call('POST /v4/login/link', { code: codeIn(mail) }, planted.viewer)
  expect(await viewerOf(entered)).toMatchObject({ accountId: account.id })
  expect(await findViewerBySession(ports, planted.token)).toBeUndefined()
  await expect(call('POST /v4/login/link', { code: codeIn(mail) })).rejects.toMatchObject(refusal('code-not-valid'))
  await call('POST /v4/login/links', { email: account.email })
  const late = codeIn((await mailsTo(account.email))[0])
  clock.move({ minutes: 15 })
  await expect(call('POST /v4/login/link', { code: late })).rejects.toMatchObject(refusal('code-not-valid'))
})

test('a login link opened concurrently logs in once', async () => {
  const account = await anAccount(ports, { email: freshEmail() })
  await call('POST /v4/login/links', { email: account.email })
  const code = codeIn((await mailsTo(account.email))[0])
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => call('POST /v4/login/link', { code })))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
})

test('a link never leads to another site [security-6]', async () => {
  const account = await anAccount(ports, { email: freshEmail() })
  for (const redirectUrl of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/v4@evil.example',
    '/%0d%0aSet-Cookie:a=b',
  ]) {
    await call('POST /v4/login/links', { email: account.email, redirectUrl })
    expect((await mailsTo(account.email))[0]!.plain).not.toMatch(/evil|redirectUrl|Set-Cookie/)
  }
})

test('requesting a link for an unknown email gets the usual response and sends no mail [security-10]', async () => {
  const account = await anAccount(ports, { email: freshEmail() })
  const unknown = freshEmail()
  for (const name of ['POST /v4/login/links', 'POST /v4/password/mails'] as const) {
    expect(await call(name, { email: unknown })).toEqual(await call(name, { email: account.email }))
    expect(queued).toHaveLength(2)
    expect(Object.keys(queued[0]!)).toEqual(Object.keys(queued[1]!))
    expect(await mailsTo(unknown)).toEqual([])
  }
  expect((await mailsTo(account.email)).map((mail) => mail.kind)).toEqual(['set-password', 'log-in'])
})

test('a mailbox gets at most five such mails an hour; the response stays the same', async () => {
  const account = await anAccount(ports, { email: freshEmail() })
  const ask = () =>
    call('POST /v4/login/links', { email: account.email }, anonymous, aRequestContext({ ip: '192.0.2.50' }))
  for (let time = 0; time < 8; time++) expect(await ask()).toEqual({ isRequested: true })
  expect(await mailsTo(account.email)).toHaveLength(5)
  clock.move({ minutes: 61 })
  await ask()
  expect(await mailsTo(account.email)).toHaveLength(6)
})

test('concurrent requests have the same limit as sequential ones', async () => {
  const account = await anAccount(ports, { email: freshEmail() })
  await Promise.all(
    Array.from({ length: 12 }, () =>
      call('POST /v4/login/links', { email: account.email }, anonymous, aRequestContext({ ip: '192.0.2.51' })),
    ),
  )
  expect((await mailsTo(account.email)).length).toBeLessThanOrEqual(5)
})

test('beyond a hundred requests an hour per network each needs a proof of work [security-15]', async () => {
  const context = aRequestContext({ ip: '192.0.2.52' })
  const instant = clock.now()
  const request = Array.from({ length: 100 }, (_, n) => ({
    email_key: `${n}@example.org`,
    ip: context.ip,
    requested_at: instant,
  }))
  await ports.write((tx) => tx.insertInto('identity.email_request').values(request).execute())
  await expect(signUp(freshEmail(), {}, anonymous, context)).rejects.toMatchObject({
    code: 'human-check-required',
    status: 429,
  })
  const asking = {
    'POST /v4/login/links': { email: freshEmail() },
    'POST /v4/password/mails': { email: freshEmail() },
    'POST /v4/signup': signUpOf(freshEmail()),
  }
  for (const [name, input] of Object.entries(asking) as [keyof typeof asking, object][]) {
    const reCaptcha = await solveProofOfRefusal(call(name, input, anonymous, context))
    // A proof of work from another visit, or one already used, is refused.
    await expect(
      call(name, { ...input, reCaptcha }, anonymous, aRequestContext({ ...context, userAgent: 'another browser' })),
    ).rejects.toMatchObject(refusal('human-check-required'))
    await expect(call(name, { ...input, reCaptcha }, anonymous, context)).resolves.toBeDefined()
    await expect(call(name, { ...input, reCaptcha }, anonymous, context)).rejects.toMatchObject(
      refusal('human-check-required'),
    )
  }
  // A logged-in user doesn't need a proof of work.
  const { viewer } = await aSession(ports, { email: freshEmail(), isConfirmed: false })
  await expect(call('POST /v4/email-confirmations/mails', {}, viewer, context)).resolves.toEqual({ isRequested: true })
  await expect(call('POST /v4/login/links', { email: viewer.email }, viewer, context)).resolves.toEqual({
    isRequested: true,
  })
  await expect(signUp('no e-mail', {}, anonymous, context)).rejects.toMatchObject(refusal('invalid-input'))
  clock.move({ minutes: 61 })
  await expect(signUp(freshEmail(), {}, anonymous, context)).resolves.toBeDefined()
})

test('an IPv6 network of one household counts as one address', async () => {
  await Promise.all(
    [1, 2, 3].map((n) =>
      call('POST /v4/login/links', { email: freshEmail() }, anonymous, aRequestContext({ ip: `2001:db8:7:7::${n}` })),
    ),
  )
  const counted = await ports.db
    .selectFrom('identity.email_request')
    .select('ip')
    .where('ip', '=', '2001:db8:7:7::/64')
    .execute()
  expect(counted).toHaveLength(3)
})

test('a password code shows a masked email; unknown and used codes get one error [S2 §7] [accounts-5]', async () => {
  const account = await anAccount(ports, { email: freshEmail() })
  await call('POST /v4/password/mails', { email: account.email })
  const code = codeIn((await mailsTo(account.email))[0])
  expect(await call('POST /api/user/getByCode', { code })).toEqual({ email: 'd•••@example.org' })
  expect(await call('POST /api/user/getByCode', { code })).toEqual({ email: 'd•••@example.org' })
  await expect(
    call('POST /api/user/getByCode', { code: `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}` }),
  ).rejects.toMatchObject(refusal('code-not-valid'))
  await expect(call('POST /v4/login/link', { code })).rejects.toMatchObject(refusal('code-not-valid'))
  await call('POST /api/user/setPassword', { code, password: 'another grain' })
  await expect(call('POST /api/user/getByCode', { code })).rejects.toMatchObject(refusal('code-not-valid'))
  expect(Buffer.from(code, 'base64url').length).toBeGreaterThanOrEqual(16)
  const rows = await ports.db.selectFrom('identity.mail_code').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('a password set by a mailed code ends every session, opens one and is mailed [S2 §7]', async () => {
  const account = await anAccount(ports, { email: freshEmail() })
  const before: Answered = await call('POST /v4/login', { email: account.email, password })
  await call('POST /v4/password/mails', { email: account.email })
  const code = codeIn((await mailsTo(account.email))[0])
  await expect(call('POST /api/user/setPassword', { code, password: 'short' })).rejects.toMatchObject({
    fields: { password: { code: 'password-too-short' } },
  })
  const after: Answered = await call('POST /api/user/setPassword', { code, password: 'another grain' })
  expect(await findViewerBySession(ports, before.session.token)).toBeUndefined()
  expect(await viewerOf(after)).toMatchObject({ accountId: account.id })
  expect((await mailsTo(account.email))[0]).toMatchObject({ kind: 'password-changed' })
  await expect(call('POST /v4/login', { email: account.email, password })).rejects.toMatchObject(refusal('wrong-login'))
  await expect(call('POST /v4/login', { email: account.email, password: 'another grain' })).resolves.toBeDefined()
  clock.move({ minutes: 31 })
  await call('POST /v4/password/mails', { email: account.email })
  const lapsed = codeIn((await mailsTo(account.email))[0])
  clock.move({ minutes: 30 })
  await expect(call('POST /api/user/setPassword', { code: lapsed, password: 'a third grain' })).rejects.toMatchObject(
    refusal('code-not-valid'),
  )
})

test('changing a password needs the old one, ends other sessions, and is mailed and audited [security-1]', async () => {
  const account = await anAccount(ports, { email: freshEmail() })
  const [here, there]: Answered[] = [
    await call('POST /v4/login', { email: account.email, password }),
    await call('POST /v4/login', { email: account.email, password }),
  ]
  const viewer = await viewerOf(here!)
  await expect(call('POST /v4/password', { password: 'another grain' }, viewer)).rejects.toMatchObject({
    fields: { currentPassword: { code: 'password-missing' } },
  })
  await expect(
    call('POST /v4/password', { currentPassword: 'a guess', password: 'another grain' }, viewer),
  ).rejects.toMatchObject({
    code: 'wrong-password',
    fields: { currentPassword: { code: 'wrong-password' } },
  })
  const changed: Answered = await call(
    'POST /v4/password',
    { currentPassword: password, password: 'another grain' },
    viewer,
  )
  for (const old of [here!, there!]) expect(await findViewerBySession(ports, old.session.token)).toBeUndefined()
  expect(await viewerOf(changed)).toMatchObject({ accountId: account.id })
  expect((await mailsTo(account.email))[0]).toMatchObject({ kind: 'password-changed' })
  expect(await entriesAbout(ports.db, `account:${account.id}`, 1)).toMatchObject([
    { act: 'identity.password-changed', details: { sessionsEnded: 2 } },
  ])
})

test('a password change invalidates earlier links except the one that confirms an address', async () => {
  const account = await anAccount(ports, { email: freshEmail() })
  await call('POST /v4/login/links', { email: account.email })
  await call('POST /v4/password/mails', { email: account.email })
  const codes = (await mailsTo(account.email)).map(codeIn)
  const viewer = await viewerOf(await call('POST /v4/login', { email: account.email, password }))
  await call('POST /v4/password', { currentPassword: password, password: 'another grain' }, viewer)
  expect(codes).toHaveLength(2)
  for (const code of codes)
    await expect(call('POST /api/user/getByCode', { code })).rejects.toMatchObject(refusal('code-not-valid'))
  const claimed = freshEmail()
  const stranger = await viewerOf(await signUp(claimed))
  const [confirmation] = await mailsTo(claimed)
  const changed: Answered = await call(
    'POST /v4/password',
    { currentPassword: password, password: 'another grain' },
    stranger,
  )
  await expect(
    call('POST /v4/email-confirmations', { code: codeIn(confirmation) }, await viewerOf(changed)),
  ).resolves.toBeDefined()
})

test('a first password needs a recent login [security-1]', async () => {
  const { viewer } = await aSession(ports, { email: freshEmail() })
  clock.move({ minutes: 15, seconds: 1 })
  await expect(call('POST /v4/password', { password: 'another grain' }, viewer)).rejects.toMatchObject({
    code: 'reauthentication-required',
    status: 401,
  })
  const again = await aSession(ports, { email: freshEmail() })
  await call('POST /v4/password', { password: 'another grain' }, again.viewer)
  expect((await mailsTo(again.viewer.email))[0]).toMatchObject({ kind: 'password-set' })
})

test('entering the password again allows sensitive actions [security-1]', async () => {
  const account = await anAccount(ports, { email: freshEmail() })
  const answered: Answered = await call('POST /v4/login', { email: account.email, password })
  clock.move({ minutes: 16 })
  const viewer = await viewerOf(answered)
  expect(() => requireRecentAuthentication(ports, viewer)).toThrow()
  await expect(call('POST /v4/password/proofs', { password: 'a guess' }, viewer)).rejects.toMatchObject(
    refusal('wrong-password'),
  )
  expect(await call('POST /v4/password/proofs', { password }, viewer)).toEqual({ proven: true })
  const fresh = await viewerOf(answered)
  expect(() => requireRecentAuthentication(ports, fresh)).not.toThrow()
})

test('no password mail goes to an unconfirmed address', async () => {
  const email = freshEmail()
  const viewer = await viewerOf(await signUp(email))
  await call('POST /v4/password', { currentPassword: password, password: 'another grain' }, viewer)
  expect((await mailsTo(email)).map((mail) => mail.kind)).toEqual(['confirm-email'])
})

test('an account stores listed preferences and no others [S2 §7] [security-13]', async () => {
  const { viewer } = await aSession(ports, { email: freshEmail() })
  expect(await call('GET /api/user/properties', {}, viewer)).toEqual({})
  expect(await call('POST /api/user/properties', { language: 'ar', preferredCurrency: 'GBP' }, viewer)).toMatchObject({
    result: { language: 'ar', preferredCurrency: 'GBP' },
    cookies: { lang: 'ar', currency: 'GBP' },
  })
  expect(await call('POST /api/user/properties', { preferredCurrency: null, newsletter: true }, viewer)).toMatchObject({
    result: { language: 'ar', newsletter: true },
    cookies: { currency: null },
  })
  for (const wrong of [
    { roles: ['admin'] },
    { theme: 'pink' },
    JSON.parse('{"__proto__":{"language":"ar"},"x":1}'),
    { constructor: {} },
    { password_hash: 'x' },
  ])
    expect(identityContract['POST /api/user/properties'].input.safeParse(wrong).success).toBe(false)
  expect(await call('GET /api/user/current', {}, viewer)).toMatchObject({
    preferences: { language: 'ar', newsletter: true },
  })
  expect(await findAccount(ports.db, viewer.accountId)).toMatchObject({ locale: 'ar', roles: [] })
})

test('two concurrent changes of preferences are both stored', async () => {
  const { viewer } = await aSession(ports, { email: freshEmail() })
  await Promise.all([
    call('POST /api/user/properties', { theme: 'dark' }, viewer),
    call('POST /api/user/properties', { newsletter: true }, viewer),
  ])
  expect(await call('GET /api/user/properties', {}, viewer)).toEqual({ theme: 'dark', newsletter: true })
})

test('the current user is returned in the specification’s spelling, and can change their name [S1 §3] [S2 §7]', async () => {
  const { viewer } = await aSession(ports, { email: freshEmail(), password })
  expect(await call('GET /api/user/current', {}, viewer)).toEqual({
    'user-id': viewer.accountId,
    'first-name': 'Amina',
    'last-name': 'Yusuf',
    email: viewer.email,
    emailConfirmed: true,
    hasPassword: true,
    roles: [],
    preferences: {},
  })
  expect(await call('POST /v4/me/name', { firstName: ' مريم ', lastName: '' }, viewer)).toEqual({
    firstName: 'مريم',
    lastName: '',
  })
  expect(await call('GET /api/user/current', {}, viewer)).toMatchObject({ 'first-name': 'مريم', 'last-name': '' })
  await expect(call('POST /v4/me/name', { firstName: '', lastName: '' }, viewer)).rejects.toMatchObject({
    fields: { firstName: { code: 'first-name-missing' } },
  })
})

test('a requested mail is sent once even if its job runs again', async () => {
  const account = await anAccount(ports, { email: freshEmail() })
  await call('POST /v4/login/links', { email: account.email })
  const [request] = queued
  await sendAccountMail(ports, request!)
  expect(await mailsTo(account.email)).toHaveLength(1)
})

test('a mail with a code is deleted when the code expires', async () => {
  const account = await anAccount(ports, { email: freshEmail() })
  await call('POST /v4/login/links', { email: account.email })
  expect(await mailsTo(account.email)).toHaveLength(1)
  const { kind, minutes } = mailsWithCodes.find((mailsWithCode) => mailsWithCode.kind === 'log-in')!
  clock.move({ minutes: minutes + 1 })
  await purgeMails(ports, [kind], new Date(clock.now().getTime() - minutes * 60_000))
  expect(await mailsTo(account.email)).toEqual([])
})

test('an Arabic mail is right to left and doesn’t name an unconfirmed claimant of the address', async () => {
  const email = freshEmail()
  await signUp(email, { firstName: 'Mallory' }, anonymous, aRequestContext({ locale: 'ar' }))
  const [mail] = await mailsTo(email)
  expect(mail).toMatchObject({ subject: 'أكّد بريدك الإلكتروني', locale: 'ar' })
  expect(mail!.html).toContain('dir="rtl"')
  expect(`${mail!.html}${mail!.plain}`).not.toContain('Mallory')
})
