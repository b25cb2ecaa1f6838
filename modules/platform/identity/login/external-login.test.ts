import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { facebookProvider } from '#modules/platform/identity/providers/facebook.ts'
import { openIdProvider } from '#modules/platform/identity/providers/open-id.ts'
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/support/database.ts'
import { type FakeFacebook, startFakeFacebook } from '#tests/support/fake-facebook.ts'
import { type FakeOpenId, type OpenIdPerson, startFakeOpenId } from '#tests/support/fake-openid.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { queuedJobs } from '#tests/support/queued-jobs.ts'
import {
  beginExternalLogin,
  type ExternalLoginPorts,
  type FinishedLogin,
  finishExternalLogin,
} from './external-login.ts'
import { unlink } from './own-external-logins.ts'
import { logInByLink } from './log-in-by-link.ts'
import { openSession } from './log-in.ts'
import { insertMailCode } from '../email/mail-queries.ts'
import { fetchPicture, accountPictureOf } from '../picture.ts'
import { isFresh } from './recent-authentication.ts'
import { anAccount, aSession, aRequestContext } from '../testing.ts'
import { findViewerBySession, hashOfToken, type Viewer } from '../viewer.ts'

const anonymous = { kind: 'anonymous' } as const
let database: TestDatabase
let google: FakeOpenId
let facebook: FakeFacebook
let clock: ReturnType<typeof manualClock>
let ports: ExternalLoginPorts
/** Reasons of refusals, as logged for the operator. */
const reasons: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  google = await startFakeOpenId({ clientId: 'our-client', clientSecret: 'our secret', clock: () => clock.now() })
  facebook = await startFakeFacebook({ appId: '4242', appSecret: 'our secret', version: 'v23.0' })
})
beforeEach(() => {
  const stopped = manualClock()
  // openid-client reads the system time, so it is set to our clock.
  vi.useFakeTimers({ toFake: ['Date'], now: stopped.now() })
  clock = {
    ...stopped,
    move: (by) => {
      stopped.move(by)
      vi.setSystemTime(stopped.now())
    },
  }
  google.people.clear()
  ports = {
    ...testPorts(database.database, clock.now),
    tokenSecret: 'a secret of at least thirty-two characters',
    origin: 'http://localhost:3000',
    log: { ...silentLog, warn: (fields) => void reasons.push((fields as { reason: string }).reason) },
    loginProviders: [
      openIdProvider(googleSettings()),
      facebookProvider({
        appId: '4242',
        appSecret: 'our secret',
        version: 'v23.0',
        dialogUrl: facebook.url,
        graphUrl: facebook.url,
        ask: fetch,
      }),
    ],
  }
})
afterEach(() => {
  vi.useRealTimers()
  google.mischief = {}
})
afterAll(async () => {
  await google.stop()
  await facebook.stop()
  await database.drop()
})

const googleSettings = () => ({
  key: 'google',
  name: 'Google',
  issuer: google.issuer,
  clientId: 'our-client',
  clientSecret: 'our secret',
  ask: fetch,
  clock: clock.now,
})

let count = 0
/** A person with an account at the provider but not on the platform. */
function aPerson(over: Partial<OpenIdPerson> = {}): OpenIdPerson {
  const sub = `subject-${(count += 1)}`
  const person = {
    sub,
    email: `${sub}@example.org`,
    email_verified: true,
    name: 'Amina Yusuf',
    given_name: 'Amina',
    family_name: 'Yusuf',
    ...over,
  }
  google.people.set(sub, person)
  return person
}

type Tamper = {
  again?: boolean
  query?: (query: URLSearchParams) => void
  flow?: (flow: string) => string | undefined
  wait?: number
  linking?: boolean
}

/** Runs the whole flow as a browser does. */
async function goThrough(
  provider: 'google' | 'facebook',
  as: string,
  viewer: Viewer = anonymous,
  tamper: Tamper = {},
): Promise<FinishedLogin> {
  const begun = await beginExternalLogin(ports, viewer, {
    provider,
    back: '/v4/discover',
    isLinking: tamper.linking ?? false,
    isReauthentication: tamper.again ?? false,
  })
  const location = (await fetch(`${begun.url}&as=${encodeURIComponent(as)}`, { redirect: 'manual' })).headers.get(
    'location',
  )!
  expect(location).toMatch(new RegExp(`^http://localhost:3000/login/with/${provider}/callback\\?`))
  const query = new URL(location).searchParams
  tamper.query?.(query)
  if (tamper.wait) clock.move({ minutes: tamper.wait })
  const flow = tamper.flow ? tamper.flow(begun.flow) : begun.flow
  return finishExternalLogin(ports, viewer, aRequestContext(), { provider, flow, answer: Object.fromEntries(query) })
}

async function accountIn(finished: FinishedLogin): Promise<string> {
  expect(finished).toMatchObject({ kind: 'logged-in', back: '/v4/discover' })
  const viewer = await findViewerBySession(
    ports,
    (finished as Extract<FinishedLogin, { kind: 'logged-in' }>).session.token,
  )
  return (viewer as Extract<Viewer, { kind: 'account' }>).accountId
}

const confirm = (id: string, instant: Date | null = clock.now()) =>
  ports.write((tx) => sql`update identity.account set email_confirmed_at = ${instant} where id = ${id}`.execute(tx))
const linksOf = (accountId: string) =>
  ports.db.selectFrom('identity.external_login').selectAll().where('account_id', '=', accountId).execute()
const nothingIsLinked = async ({ sub }: OpenIdPerson) =>
  expect(
    await ports.db.selectFrom('identity.external_login').select('id').where('subject', '=', sub).execute(),
  ).toEqual([])

describe('a login with OpenID Connect', () => {
  test('creates an account with email and name for a new person, and finds it again [S1 §7]', async () => {
    const person = aPerson()
    const id = await accountIn(await goThrough('google', person.sub))
    const row = await ports.db.selectFrom('identity.account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ email: person.email, first_name: 'Amina', last_name: 'Yusuf', password_hash: null })
    google.people.set(person.sub, { ...person, email: `new-${person.email}` })
    expect(await accountIn(await goThrough('google', person.sub))).toBe(id)
    expect(await linksOf(id)).toMatchObject([
      { provider: 'google', subject: person.sub, issuer: google.issuer, email: `new-${person.email}` },
    ])
  })

  test('requests Google’s user info with the bearer token [S1 §7]', async () => {
    google.asked.length = 0
    await goThrough('google', aPerson().sub)
    expect(google.asked).toContain('/userinfo')
    google.mischief = { tokens: { access_token: 'nonsense' } }
    expect(await goThrough('google', aPerson().sub)).toMatchObject({ kind: 'refused', code: 'external-login-failed' })
    expect(reasons.at(-1)).toContain('status 401')
  })

  test('accepts an issuer that ends in a slash', async () => {
    const slashed = openIdProvider({ ...googleSettings(), issuer: `${google.issuer}/` })
    ports = { ...ports, loginProviders: [slashed] }
    google.mischief = { discovery: { issuer: `${google.issuer}/` }, claims: { iss: `${google.issuer}/` } }
    await accountIn(await goThrough('google', aPerson().sub))
  })

  test('sends the client secret in the body to a provider that accepts it there', async () => {
    google.mischief = { discovery: { token_endpoint_auth_methods_supported: ['client_secret_post'] } }
    await accountIn(await goThrough('google', aPerson().sub))
  })

  test('works with the ID token alone, without user info', async () => {
    google.mischief = { withoutUserInfo: true }
    await accountIn(await goThrough('google', aPerson().sub))
  })

  test('accepts a provider’s new signing key', async () => {
    await accountIn(await goThrough('google', aPerson().sub))
    google.rotateKeys()
    clock.move({ minutes: 2 })
    await accountIn(await goThrough('google', aPerson().sub))
  })

  test('opens a new session and ends the browser’s previous one [security-1]', async () => {
    const planted = await aSession(ports)
    await accountIn(await goThrough('google', aPerson().sub, planted.viewer))
    expect(await findViewerBySession(ports, planted.token)).toBeUndefined()
  })

  test('changes nothing for a response without this browser’s state', async () => {
    const person = aPerson()
    const refused = { kind: 'refused', code: 'external-login-expired' }
    const other = await beginExternalLogin(ports, anonymous, { provider: 'google', back: '/v4', isLinking: false })
    for (const flow of [
      () => undefined,
      () => other.flow,
      (flow: string) => `x${flow}`,
      (flow: string) => flow.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
    ])
      expect(await goThrough('google', person.sub, anonymous, { flow })).toMatchObject(refused)
    await nothingIsLinked(person)
  })

  test('refuses a wrong state, another provider’s state, and one older than ten minutes', async () => {
    const person = aPerson()
    const refused = { kind: 'refused', code: 'external-login-expired' }
    expect(
      await goThrough('google', person.sub, anonymous, { query: (query) => query.set('state', 'a'.repeat(43)) }),
    ).toMatchObject(refused)
    expect(await goThrough('google', person.sub, anonymous, { query: (query) => query.delete('state') })).toMatchObject(
      refused,
    )
    expect(await goThrough('google', person.sub, anonymous, { wait: 10 })).toMatchObject(refused)
    const begun = await beginExternalLogin(ports, anonymous, { provider: 'facebook', back: '/v4', isLinking: false })
    expect(await goThrough('google', person.sub, anonymous, { flow: () => begun.flow })).toMatchObject(refused)
    await nothingIsLinked(person)
  })

  test('refuses another issuer’s response, an invented code and a declined consent', async () => {
    const person = aPerson()
    const through = (query: (query: URLSearchParams) => void) => goThrough('google', person.sub, anonymous, { query })
    expect(await through((query) => query.set('iss', 'https://evil.example'))).toMatchObject({
      kind: 'refused',
      code: 'external-login-failed',
    })
    expect(await through((query) => query.set('code', 'made-up'))).toMatchObject({
      kind: 'refused',
      code: 'external-login-failed',
    })
    expect(await goThrough('google', 'unknown')).toMatchObject({ kind: 'refused', code: 'external-login-declined' })
    await nothingIsLinked(person)
  })

  test('accepts a token that expired a moment ago, because clocks differ', async () => {
    google.mischief = { claims: { exp: now() - 59, iat: now() + 59 } }
    await accountIn(await goThrough('google', aPerson().sub))
  })

  test('requests keys again at most once a minute if tokens name an unknown key', async () => {
    google.asked.length = 0
    google.mischief = { kid: 'unknown' }
    const keyRequests = () => google.asked.filter((path) => path === '/jwks').length
    const fail = async () =>
      expect(await goThrough('google', aPerson().sub)).toMatchObject({ kind: 'refused', code: 'external-login-failed' })
    for (let count = 0; count < 5; count += 1) await fail()
    expect(reasons.at(-1)).toContain('no applicable keys found')
    expect(keyRequests()).toBe(1)
    clock.move({ seconds: 61 })
    for (let count = 0; count < 5; count += 1) await fail()
    expect(keyRequests()).toBe(2)
  })

  const now = () => Math.floor(clock.now().getTime() / 1000)
  const anyAlgorithm = { id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256'] }
  test.each([
    ['for another question: wrong nonce', '"nonce" claim', () => ({ claims: { nonce: 'another' } })],
    ['without a nonce', '"nonce" (nonce) claim missing', () => ({ claims: { nonce: undefined } })],
    ['signed by a stranger under the issuer’s key name', 'signature', () => ({ signedBy: 'stranger' as const })],
    ['not signed at all', '"alg" header', () => ({ signedBy: 'none' as const })],
    [
      'not signed at all by an issuer that announces that',
      'unsupported JWS',
      () => ({ signedBy: 'none' as const, discovery: anyAlgorithm }),
    ],
    ['signed with the public key as a secret', '"alg" header', () => ({ signedBy: 'secret' as const })],
    [
      'signed with a secret by an issuer that announces that',
      'unsupported JWS',
      () => ({ signedBy: 'secret' as const, discovery: anyAlgorithm }),
    ],
    ['that has ended', '"exp"', () => ({ claims: { exp: now() - 61 } })],
    ['without an end', '"exp"', () => ({ claims: { exp: undefined } })],
    ['from the future', 'is from the future', () => ({ claims: { iat: now() + 600 } })],
    ['that is not valid yet', '"nbf"', () => ({ claims: { nbf: now() + 600 } })],
    ['of another issuer', '"iss"', () => ({ claims: { iss: 'https://evil.example' } })],
    ['for another client', '"aud"', () => ({ claims: { aud: 'another-client' } })],
    [
      'for several clients that was issued to another',
      '"azp"',
      () => ({ claims: { aud: ['our-client', 'another-client'], azp: 'another-client' } }),
    ],
    [
      'for us that was issued to another client',
      'issued to another client',
      () => ({ claims: { azp: 'another-client' } }),
    ],
    [
      'for several clients that names none of them',
      '"aud"',
      () => ({ claims: { aud: ['our-client', 'another-client'] } }),
    ],
    ['that has an empty subject', 'unreadable subject', () => ({ claims: { sub: '' } })],
    ['that has a subject which can’t be stored', 'unreadable subject', () => ({ claims: { sub: 'a\u0000' } })],
    ['beside the user info of another person', '"sub" property', () => ({ userInfo: { sub: 'another person' } })],
    ['that is missing from the response', '"id_token"', () => ({ tokens: { id_token: undefined } })],
  ])('refuses an ID token %s', async (_, reason, mischief) => {
    const person = aPerson()
    google.mischief = mischief()
    expect(await goThrough('google', person.sub)).toMatchObject({ kind: 'refused', code: 'external-login-failed' })
    expect(reasons.at(-1)).toContain(reason)
    await nothingIsLinked(person)
  })

  test('doesn’t start at an unavailable provider or one with another’s discovery document', async () => {
    google.mischief = { discovery: { issuer: 'https://evil.example' } }
    const begin = () => beginExternalLogin(ports, anonymous, { provider: 'google', back: '/v4', isLinking: false })
    await expect(begin()).rejects.toMatchObject({ code: 'external-login-failed', status: 503 })
    for (const [reason, fetchDiscovery] of [
      ['another issuer', fetch],
      ['fetch failed', () => Promise.reject(new TypeError('fetch failed'))],
      ['operation timed out', () => Promise.reject(new DOMException('late', 'TimeoutError'))],
      ['status 302', () => Promise.resolve(Response.redirect('https://evil.example/'))],
      [
        'the response is too large',
        () => Promise.resolve(Response.json({ issuer: google.issuer, padding: 'x'.repeat(300_000) })),
      ],
    ] as const) {
      ports = { ...ports, loginProviders: [openIdProvider({ ...googleSettings(), ask: fetchDiscovery })] }
      await expect(begin()).rejects.toMatchObject({ code: 'external-login-failed', status: 503 })
      expect(reasons.at(-1)).toContain(reason)
    }
    const insecure = { issuer: 'https://id.example.org', authorization_endpoint: 'http://id.example.org/authorize' }
    const ask = () => Promise.resolve(Response.json(insecure))
    ports = { ...ports, loginProviders: [openIdProvider({ ...googleSettings(), issuer: insecure.issuer, ask })] }
    await expect(begin()).rejects.toMatchObject({ code: 'external-login-failed', status: 503 })
    expect(reasons.at(-1)).toContain('only requests to HTTPS are allowed')
    await expect(
      beginExternalLogin(ports, anonymous, { provider: 'myspace', back: '/v4', isLinking: false }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

describe('the account of a provider’s login (ADR-0013)', () => {
  test('an email that both sides have confirmed leads to its account', async () => {
    const person = aPerson()
    const account = await anAccount(ports, { email: person.email! })
    await confirm(account.id)
    expect(await accountIn(await goThrough('google', person.sub))).toBe(account.id)
    expect(await mailsAskedFor(account.id)).toEqual(['sign-in-method-added'])
  })

  test('an email that the provider hasn’t verified leads to no existing account [accounts-4]', async () => {
    for (const email_verified of [false, undefined, 'false']) {
      const person = aPerson({ email_verified: email_verified as boolean })
      const account = await anAccount(ports, { email: person.email! })
      await confirm(account.id)
      expect(await goThrough('google', person.sub)).toMatchObject({ kind: 'refused', code: 'external-log-in-first' })
      expect(await linksOf(account.id)).toEqual([])
    }
  })

  test('a verified email in the ID token doesn’t verify another one in the user info', async () => {
    const person = aPerson({ email: undefined })
    const account = await anAccount(ports)
    await confirm(account.id)
    google.mischief = {
      claims: { email: account.email, email_verified: true },
      userInfo: { email: account.email, email_verified: undefined },
    }
    expect(await goThrough('google', person.sub)).toMatchObject({ kind: 'refused', code: 'external-log-in-first' })
  })

  test('an unconfirmed email leads to no existing account', async () => {
    const person = aPerson()
    const squatter = await anAccount(ports, { email: person.email! })
    await confirm(squatter.id, null)
    expect(await accountIn(await goThrough('google', person.sub))).not.toBe(squatter.id)
    expect(await linksOf(squatter.id)).toEqual([])
  })

  test('a mailbox that changed hands at the provider does not open the old owner’s account', async () => {
    const person = aPerson()
    const id = await accountIn(await goThrough('google', person.sub))
    await confirm(id)
    const heir = aPerson({ email: person.email! })
    expect(await goThrough('google', heir.sub)).toMatchObject({ kind: 'refused', code: 'external-log-in-first' })
    expect(await linksOf(id)).toHaveLength(1)
  })

  test('a staff account is connected by hand only', async () => {
    const person = aPerson()
    const account = await anAccount(ports, { email: person.email!, roles: ['support'] })
    await confirm(account.id)
    expect(await goThrough('google', person.sub)).toMatchObject({ kind: 'refused', code: 'external-log-in-first' })
  })

  test('a person without an email is asked to connect from their existing account', async () => {
    expect(await goThrough('google', aPerson({ email: undefined }).sub)).toMatchObject({
      kind: 'refused',
      code: 'external-email-missing',
    })
    expect(await goThrough('google', aPerson({ email: 'not\u0000@example.org' }).sub)).toMatchObject({
      kind: 'refused',
      code: 'external-email-missing',
    })
  })

  test('a provider’s name is stored as plain text [security-11]', async () => {
    const id = await accountIn(
      await goThrough(
        'google',
        aPerson({ given_name: '=cmd|x\u0000\u202e', family_name: '<script>alert(1)</script>' }).sub,
      ),
    )
    const row = await ports.db
      .selectFrom('identity.account')
      .select(['first_name', 'last_name'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ first_name: 'cmd|x', last_name: '<script>alert(1)</script>' })
  })
})

describe('authenticating again', () => {
  const again = (sub: string, viewer: Viewer) => goThrough('google', sub, viewer, { again: true })

  test('replaces the session after a login of the same account', async () => {
    const person = aPerson()
    await accountIn(await goThrough('google', person.sub))
    const [{ account_id: accountId }] = (await ports.db
      .selectFrom('identity.external_login')
      .select('account_id')
      .where('subject', '=', person.sub)
      .execute()) as [{ account_id: string }]
    const { token } = await openSession(ports, aRequestContext(), accountId)
    clock.move({ minutes: 11 })
    const viewer = (await findViewerBySession(ports, token)) as Extract<Viewer, { kind: 'account' }>
    expect(isFresh(ports, viewer)).toBe(false)
    const finished = (await again(person.sub, viewer)) as Extract<FinishedLogin, { kind: 'logged-in' }>
    const fresh = (await findViewerBySession(ports, finished.session.token)) as Extract<Viewer, { kind: 'account' }>
    expect([fresh.accountId, isFresh(ports, fresh)]).toEqual([accountId, true])
    expect(await findViewerBySession(ports, token)).toBeUndefined()
  })

  test('doesn’t log in to another account or create one', async () => {
    const { viewer, token } = await aSession(ports)
    const other = aPerson()
    await accountIn(await goThrough('google', other.sub))
    const before = await ports.db.selectFrom('identity.account').select('id').execute()
    clock.move({ minutes: 1 })
    for (const { sub } of [other, aPerson(), aPerson({ email: viewer.email })])
      expect(await again(sub, viewer)).toMatchObject({
        kind: 'refused',
        code: 'external-login-other',
        isReauthentication: true,
        wasLinking: false,
      })
    expect(await ports.db.selectFrom('identity.account').select('id').execute()).toHaveLength(before.length)
    expect(await findViewerBySession(ports, token)).toBeDefined()
    const [link] = await ports.db
      .selectFrom('identity.external_login')
      .select('last_used_at')
      .where('subject', '=', other.sub)
      .execute()
    expect(link!.last_used_at).not.toEqual(clock.now())
  })
})

/** All of them wait for the lock on the account's row before any of them continues. */
async function atOnce(accountId: string, acts: readonly (() => Promise<unknown>)[]) {
  const outcomes = ports.write(async (tx) => {
    await sql`select from identity.account where id = ${accountId} for update`.execute(tx)
    const begun = Promise.allSettled(acts.map((act) => act()))
    const waiting = sql<{
      count: number
    }>`select count(*)::int as count from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`
    while ((await waiting.execute(ports.db)).rows[0]!.count < acts.length)
      await new Promise((resolve) => setTimeout(resolve, 10))
    return { begun }
  })
  return (await outcomes).begun
}

describe('connecting and disconnecting', () => {
  const link = (sub: string, viewer: Viewer, tamper: Tamper = {}) =>
    goThrough('google', sub, viewer, { linking: true, ...tamper })

  test('a recently authenticated account can connect a provider with any email and log in with it', async () => {
    const { viewer, token } = await aSession(ports)
    const person = aPerson({ email_verified: false })
    expect(await link(person.sub, viewer)).toMatchObject({ kind: 'linked' })
    expect(await findViewerBySession(ports, token)).toBeDefined()
    expect(await mailsAskedFor(viewer.accountId)).toEqual(['sign-in-method-added'])
    expect(await accountIn(await goThrough('google', person.sub))).toBe(viewer.accountId)
  })

  test('connecting and disconnecting need a login within ten minutes [accounts-2]', async () => {
    const { viewer } = await aSession(ports, { password: 'ears of grain' })
    await link(aPerson().sub, viewer)
    const [{ id }] = (await linksOf(viewer.accountId)) as unknown as [{ id: string }]
    clock.move({ minutes: 10, seconds: 1 })
    await expect(link(aPerson().sub, viewer)).rejects.toMatchObject({ code: 'reauthentication-required', status: 401 })
    await expect(unlink(ports, viewer, aRequestContext(), id)).rejects.toMatchObject({
      code: 'reauthentication-required',
    })
  })

  test('an account without a confirmed email can’t add sign-in methods', async () => {
    const { viewer } = await aSession(ports, { isConfirmed: false })
    await expect(link(aPerson().sub, viewer)).rejects.toMatchObject({ code: 'confirm-email-first', status: 409 })
  })

  test('every added and removed sign-in method is audited [security-9]', async () => {
    const { viewer } = await aSession(ports, { password: 'ears of grain' })
    await link(aPerson().sub, viewer)
    const [{ id }] = (await linksOf(viewer.accountId)) as unknown as [{ id: string }]
    await unlink(ports, viewer, aRequestContext(), id)
    const acts = (await entriesAbout(ports.db, `account:${viewer.accountId}`, 10)).map(({ act }) => act)
    expect(acts).toEqual(['identity.provider-disconnected', 'identity.provider-connected'])
  })

  test('only the requesting account’s session can connect a login', async () => {
    await expect(link(aPerson().sub, anonymous)).rejects.toMatchObject({ status: 401 })
    const [one, other] = [await aSession(ports), await aSession(ports)]
    const begun = await beginExternalLogin(ports, one.viewer, {
      provider: 'google',
      back: '/account/security',
      isLinking: true,
    })
    const person = aPerson()
    const location = (await fetch(`${begun.url}&as=${person.sub}`, { redirect: 'manual' })).headers.get('location')!
    const answer = Object.fromEntries(new URL(location).searchParams)
    expect(
      await finishExternalLogin(ports, other.viewer, aRequestContext(), {
        provider: 'google',
        flow: begun.flow,
        answer,
      }),
    ).toMatchObject({ kind: 'refused' })
    await nothingIsLinked(person)
  })

  test('a login that belongs to an account is not connected to a second one', async () => {
    const person = aPerson()
    const owner = await accountIn(await goThrough('google', person.sub))
    const { viewer } = await aSession(ports)
    expect(await link(person.sub, viewer)).toMatchObject({
      kind: 'refused',
      code: 'external-login-taken',
      wasLinking: true,
    })
    expect(await linksOf(owner)).toHaveLength(1)
    expect(await linksOf(viewer.accountId)).toEqual([])
  })

  test('the last sign-in method can’t be removed, even by two concurrent requests', async () => {
    const person = aPerson()
    const finished = (await goThrough('google', person.sub)) as Extract<FinishedLogin, { kind: 'logged-in' }>
    const viewer = (await findViewerBySession(ports, finished.session.token)) as Extract<Viewer, { kind: 'account' }>
    facebook.people.set('Amina', { id: `9${count}`, name: 'Amina Yusuf', email: 'amina.fb@example.org' })
    await goThrough('facebook', 'Amina', viewer, { linking: true })
    await confirm(viewer.accountId, null)
    clock.move({ minutes: 1 })
    const links = await linksOf(viewer.accountId)
    const removed = await atOnce(
      viewer.accountId,
      links.map(
        ({ id }) =>
          () =>
            unlink(ports, viewer, aRequestContext(), id),
      ),
    )
    expect(removed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(removed.find((result) => result.status === 'rejected')).toMatchObject({
      reason: { code: 'last-sign-in-method', status: 409 },
    })
  })

  test('no account can disconnect another account’s login', async () => {
    const [mine, theirs] = [await aSession(ports), await aSession(ports)]
    await link(aPerson().sub, theirs.viewer)
    const [{ id }] = (await linksOf(theirs.viewer.accountId)) as unknown as [{ id: string }]
    await expect(unlink(ports, mine.viewer, aRequestContext(), id)).rejects.toMatchObject({ status: 404 })
    expect(await linksOf(theirs.viewer.accountId)).toHaveLength(1)
  })
})

const mailsAskedFor = async (accountId: string) =>
  (await queuedJobs<{ kind: string; accountId: string }>(ports.db, 'identity:send_mail'))
    .filter(({ payload }) => payload.accountId === accountId)
    .map(({ payload }) => payload.kind)

describe('a login with Facebook', () => {
  const aFriend = (over: object = {}) => {
    const id = String((count += 1)) + '00'
    const person = {
      id,
      name: 'Bilal Khan',
      first_name: 'Bilal',
      last_name: 'Khan',
      email: `fb-${id}@example.org`,
      ...over,
    }
    facebook.people.set(id, person)
    return person
  }

  test('creates an account with email and name, whose email stays unconfirmed [S1 §7]', async () => {
    const friend = aFriend()
    const id = await accountIn(await goThrough('facebook', friend.id))
    expect(facebook.asked).toContain('POST /v23.0/oauth/access_token')
    const { rows } =
      await sql`select email, first_name, email_confirmed_at from identity.account where id = ${id}`.execute(ports.db)
    expect(rows).toEqual([{ email: friend.email, first_name: 'Bilal', email_confirmed_at: null }])
    expect(await mailsAskedFor(id)).toEqual(['confirm-email'])
    expect(await accountIn(await goThrough('facebook', friend.id))).toBe(id)
  })

  test('refuses an invalid code and a provider’s error', async () => {
    const friend = aFriend()
    const refused = { kind: 'refused', code: 'external-login-failed' }
    expect(
      await goThrough('facebook', friend.id, anonymous, { query: (query) => query.set('code', 'made-up') }),
    ).toMatchObject(refused)
    expect(reasons.at(-1)).toContain('status 400')
    facebook.people.set(friend.id, { ...friend, id: 'not a number' })
    expect(await goThrough('facebook', friend.id)).toMatchObject(refused)
  })

  test('leaves no sign-in method in an account that the mailbox’s owner confirms later', async () => {
    const friend = aFriend()
    const id = await accountIn(await goThrough('facebook', friend.id))
    const code = ports.newToken(32)
    const expiresAt = new Date(clock.now().getTime() + 60_000)
    await ports.write((tx) =>
      insertMailCode(tx, { codeHash: hashOfToken(code), purpose: 'log-in', accountId: id, at: clock.now(), expiresAt }),
    )
    await logInByLink(ports, anonymous, aRequestContext(), code)
    expect(await linksOf(id)).toEqual([])
    expect(await goThrough('facebook', friend.id)).toMatchObject({ kind: 'refused', code: 'external-log-in-first' })
  })

  test('never leads to an existing account by its email', async () => {
    const friend = aFriend()
    const account = await anAccount(ports, { email: friend.email })
    await confirm(account.id)
    expect(await goThrough('facebook', friend.id)).toMatchObject({ kind: 'refused', code: 'external-log-in-first' })
  })

  test('its picture is requested at 500 by 500, and a silhouette is ignored [S1 §7]', async () => {
    const pictures = async (id: string) =>
      (await queuedJobs<{ accountId: string; url: string }>(ports.db, 'identity:fetch_picture')).filter(
        ({ payload }) => payload.accountId === id,
      )
    const shown = await accountIn(await goThrough('facebook', aFriend().id))
    expect(await pictures(shown)).toMatchObject([{ payload: { url: `${facebook.url}/picture.png` } }])
    const hidden = await accountIn(await goThrough('facebook', aFriend({ isSilhouette: true }).id))
    expect(await pictures(hidden)).toEqual([])
  })
})

describe('the profile picture of a provider', () => {
  test('is stored small and re-encoded, once', async () => {
    const account = await anAccount(ports)
    await fetchPicture(ports, fetch, { accountId: account.id, url: `${facebook.url}/picture.png` })
    const image = (await accountPictureOf(ports, account.id))!
    expect(image.subarray(8, 12).toString()).toBe('WEBP')
    await fetchPicture(ports, fetch, { accountId: account.id, url: `${facebook.url}/picture.png` })
    expect((await accountPictureOf(ports, account.id))!.equals(image)).toBe(true)
  })

  test('is ignored if it isn’t a photograph, and retried if it can’t be fetched', async () => {
    const account = await anAccount(ports)
    const svg = () => Promise.resolve(new Response('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))
    await fetchPicture(ports, svg, { accountId: account.id, url: 'https://example.org/a.svg' })
    expect(await accountPictureOf(ports, account.id)).toBeUndefined()
    await expect(
      fetchPicture(ports, fetch, { accountId: account.id, url: `${facebook.url}/gone.png` }),
    ).rejects.toThrow('404')
  })

  test('is fetched from the provider’s own hosts only [security-7]', async () => {
    const { pictureFrom } = await import('../providers/provider.ts')
    const own = 'https://accounts.google.com'
    const from = (url: unknown) => pictureFrom(url, own, ['.googleusercontent.com'])
    expect(from('https://lh3.googleusercontent.com/a/x=s96-c')).toBeDefined()
    for (const url of [
      'http://lh3.googleusercontent.com/a',
      'https://evil.example/a',
      'http://169.254.169.254/',
      'https://evilgoogleusercontent.com/',
      'file:///etc/passwd',
      7,
    ])
      expect(from(url)).toBeUndefined()
  })
})
