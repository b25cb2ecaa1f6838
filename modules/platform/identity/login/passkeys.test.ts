import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { anAuthenticator, type AuthenticatorDeviations } from '#tests/support/authenticator.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { purgeOldRows } from '../purge-old-rows.ts'
import {
  addPasskey,
  logInWithPasskey,
  type PasskeyPorts,
  passkeyLoginOptions,
  passkeyOptions,
  passkeysOf,
  removePasskey,
  renamePasskey,
} from './passkeys.ts'
import type { TwoFactorPorts } from '../two-factor/check-code.ts'
import { isFresh, reauthenticate } from './recent-authentication.ts'
import { aSession, aRequestContext } from '../testing.ts'
import { findViewerBySession, type Viewer } from '../viewer.ts'

const anonymous = { kind: 'anonymous' } as const
const origin = 'http://localhost:3000'
type AccountViewer = Extract<Viewer, { kind: 'account' }>
let database: TestDatabase
let clock: ReturnType<typeof manualClock>
let ports: PasskeyPorts & TwoFactorPorts
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => {
  clock = manualClock()
  ports = {
    ...testPorts(database.database, clock.now),
    tokenSecret: 'a secret of at least thirty-two characters',
    fieldKey: Buffer.alloc(32, 3),
    origin,
    productName: 'Sunbul',
  }
})
afterAll(() => database.drop())

/** A person who just logged in, with a passkey on their authenticator. */
async function aHolder(input: { counts?: boolean; password?: string } = {}) {
  const { viewer, token } = await aSession(ports, { password: input.password ?? null })
  const authenticator = anAuthenticator({ origin, ...(input.counts === undefined ? {} : { counts: input.counts }) })
  const passkey = await addPasskey(ports, viewer, aRequestContext(), {
    response: authenticator.make(await passkeyOptions(ports, viewer)),
    name: '',
  })
  return { viewer, token, authenticator, passkey }
}

const logIn = async (
  authenticator: ReturnType<typeof anAuthenticator>,
  says: AuthenticatorDeviations = {},
  viewer: Viewer = anonymous,
) => logInWithPasskey(ports, viewer, aRequestContext(), authenticator.answer(await passkeyLoginOptions(ports), says))
const unknown = { tag: 'problem', code: 'passkey-unknown', status: 401 }
const refused = { tag: 'problem', code: 'passkey-refused', status: 400 }

test('a passkey is requested that is discoverable and verifies its user', async () => {
  const { viewer, authenticator } = await aHolder()
  const options = await passkeyOptions(ports, viewer)
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Sunbul' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: authenticator.held[0]!.id, transports: ['internal'] }],
  })
  expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(viewer.accountId)
})

test('a passkey logs in without a name or password, and its use and counter are stored', async () => {
  const { viewer, authenticator } = await aHolder()
  clock.move({ minutes: 1 })
  const opened = await logIn(authenticator)
  expect(opened.account.id).toBe(viewer.accountId)
  expect(await findViewerBySession(ports, opened.token)).toMatchObject({ accountId: viewer.accountId })
  expect(await passkeysOf(ports, viewer)).toMatchObject([{ lastUsedAt: clock.now() }])
  const row = await ports.db
    .selectFrom('identity.passkey')
    .select('counter')
    .where('account_id', '=', viewer.accountId)
    .executeTakeFirstOrThrow()
  expect(row.counter).toBe(1n)
})

test('a challenge can be answered once, within five minutes and for its purpose only', async () => {
  const { viewer, authenticator } = await aHolder()
  const options = await passkeyLoginOptions(ports)
  await logInWithPasskey(ports, anonymous, aRequestContext(), authenticator.answer(options))
  await expect(
    logInWithPasskey(ports, anonymous, aRequestContext(), authenticator.answer(options)),
  ).rejects.toMatchObject(unknown)
  const late = await passkeyLoginOptions(ports)
  clock.move({ minutes: 5 })
  await expect(logInWithPasskey(ports, anonymous, aRequestContext(), authenticator.answer(late))).rejects.toMatchObject(
    unknown,
  )
  const forAdding = await passkeyOptions(ports, viewer)
  await expect(
    logInWithPasskey(ports, anonymous, aRequestContext(), authenticator.answer(forAdding)),
  ).rejects.toMatchObject(unknown)
  const forLoggingIn = await passkeyLoginOptions(ports)
  const registrationResponseJSON = authenticator.make({ ...forAdding, challenge: forLoggingIn.challenge })
  await expect(
    addPasskey(ports, viewer, aRequestContext(), { response: registrationResponseJSON, name: '' }),
  ).rejects.toMatchObject(refused)
})

test('of two concurrent responses to one challenge one logs in', async () => {
  const { authenticator } = await aHolder({ counts: false })
  const answer = authenticator.answer(await passkeyLoginOptions(ports))
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map(() => logInWithPasskey(ports, anonymous, aRequestContext(), answer)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test.each<[string, AuthenticatorDeviations]>([
  ['from another site', { origin: 'https://evil.example' }],
  ['for another site', { rpId: 'evil.example' }],
  ['to an unknown challenge', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
  ['signed by another key', { signedBy: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ['without user verification', { isVerified: false }],
  [
    'in the name of another account',
    { userHandle: Buffer.from('00000000-0000-7000-8000-000000000000').toString('base64url') },
  ],
  ['of a copy whose counter lags behind', { counter: 0 }],
])('a response %s gets the same refusal as an unknown passkey [security-10]', async (_, says) => {
  const { authenticator } = await aHolder()
  await logIn(authenticator)
  await expect(logIn(authenticator, says)).rejects.toMatchObject(unknown)
})

test('a passkey without a counter keeps working', async () => {
  const { authenticator } = await aHolder({ counts: false })
  await logIn(authenticator)
  await logIn(authenticator)
})

test('logging in ends the session it came with, so a planted one is worth nothing [security-1]', async () => {
  const { authenticator, viewer, token } = await aHolder()
  const opened = await logIn(authenticator, {}, viewer)
  expect(opened.token).not.toBe(token)
  expect(await findViewerBySession(ports, token)).toBeUndefined()
})

test('a logged-in account can authenticate again only with its own passkeys', async () => {
  const [one, other] = [await aHolder(), await aHolder()]
  await expect(logIn(other.authenticator, {}, one.viewer)).rejects.toMatchObject(unknown)
  expect(await findViewerBySession(ports, one.token)).toBeDefined()
})

test.each<[string, AuthenticatorDeviations]>([
  ['made for another site', { origin: 'https://evil.example' }],
  ['of another site', { rpId: 'evil.example' }],
  ['that does not know its owner', { isVerified: false }],
])('a passkey %s is not added', async (_, says) => {
  const { viewer } = await aSession(ports)
  const response = anAuthenticator({ origin }).make(await passkeyOptions(ports, viewer), says)
  await expect(addPasskey(ports, viewer, aRequestContext(), { response, name: '' })).rejects.toMatchObject(refused)
  expect(await passkeysOf(ports, viewer)).toEqual([])
})

test('a passkey can’t be added to another account or twice', async () => {
  const [one, other] = [await aSession(ports), await aSession(ports)]
  const authenticator = anAuthenticator({ origin })
  const response = authenticator.make(await passkeyOptions(ports, one.viewer))
  await expect(addPasskey(ports, other.viewer, aRequestContext(), { response, name: '' })).rejects.toMatchObject(
    refused,
  )
  await addPasskey(ports, one.viewer, aRequestContext(), { response, name: '' })
  await expect(addPasskey(ports, one.viewer, aRequestContext(), { response, name: '' })).rejects.toMatchObject(refused)
})

test('an account has at most 20 passkeys, even if all challenges were created before the first response', async () => {
  const { viewer } = await aSession(ports)
  const keys = await Promise.all(
    Array.from({ length: 21 }, async () => anAuthenticator({ origin }).make(await passkeyOptions(ports, viewer))),
  )
  const added = await Promise.allSettled(
    keys.map((response) => addPasskey(ports, viewer, aRequestContext(), { response, name: '' })),
  )
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  expect(added.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'too-many-passkeys' } })
  expect(await passkeysOf(ports, viewer)).toHaveLength(20)
  await expect(passkeyOptions(ports, viewer)).rejects.toMatchObject({ code: 'too-many-passkeys' })
})

test('a passkey is named by its owner, otherwise after the browser that created it', async () => {
  const { viewer } = await aSession(ports)
  const add = async (name: string, userAgent: string) =>
    (
      await addPasskey(ports, viewer, aRequestContext({ userAgent }), {
        response: anAuthenticator({ origin }).make(await passkeyOptions(ports, viewer)),
        name,
      })
    ).name
  expect(await add('  My phone\u0000 ', '')).toBe('My phone')
  expect(
    await add(
      '',
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    ),
  ).toBe('Chrome · Windows')
  const [first] = await passkeysOf(ports, viewer)
  await renamePasskey(ports, viewer, first!.id, 'Work laptop')
  expect((await passkeysOf(ports, viewer)).find((passkey) => passkey.id === first!.id)!.name).toBe('Work laptop')
  await expect(renamePasskey(ports, viewer, first!.id, ' \u0000 ')).rejects.toMatchObject({
    fields: { name: { code: 'name-missing' } },
  })
})

test('no account renames or removes another account’s passkey', async () => {
  const [one, other] = [await aHolder(), await aHolder()]
  await expect(renamePasskey(ports, other.viewer, one.passkey.id, 'Mine now')).rejects.toMatchObject({ status: 404 })
  await expect(removePasskey(ports, other.viewer, aRequestContext(), one.passkey.id)).rejects.toMatchObject({
    status: 404,
  })
})

test('a login over ten minutes old can’t add or remove a passkey; a new password or passkey check can [accounts-2]', async () => {
  const { viewer, token, authenticator, passkey } = await aHolder({ password: 'ears of grain' })
  const options = await passkeyOptions(ports, viewer)
  clock.move({ minutes: 10, seconds: 1 })
  expect(isFresh(ports, viewer)).toBe(false)
  const needed = { code: 'reauthentication-required', status: 401 }
  await expect(passkeyOptions(ports, viewer)).rejects.toMatchObject(needed)
  const response = anAuthenticator({ origin }).make(options)
  await expect(addPasskey(ports, viewer, aRequestContext(), { response, name: '' })).rejects.toMatchObject(needed)
  await expect(removePasskey(ports, viewer, aRequestContext(), passkey.id)).rejects.toMatchObject(needed)
  const viewerOf = async (session: string) => (await findViewerBySession(ports, session)) as AccountViewer
  await reauthenticate(ports, await viewerOf(token), aRequestContext(), { password: 'ears of grain', code: '' })
  expect(isFresh(ports, await viewerOf(token))).toBe(true)
  clock.move({ minutes: 10, seconds: 1 })
  const byPasskey = await viewerOf((await logIn(authenticator, {}, viewer)).token)
  await removePasskey(ports, byPasskey, aRequestContext(), passkey.id)
  expect(await passkeysOf(ports, byPasskey)).toEqual([])
  const acts = (await entriesAbout(ports.db, `account:${viewer.accountId}`, 10)).map(({ act }) => act)
  expect(acts).toEqual([
    'identity.passkey-removed',
    'identity.logged-in-by-passkey',
    'identity.reauthenticated',
    'identity.passkey-added',
  ])
})

test('an account without a confirmed email can’t add a passkey', async () => {
  const { viewer } = await aSession(ports, { isConfirmed: false })
  await expect(passkeyOptions(ports, viewer)).rejects.toMatchObject({ code: 'confirm-email-first', status: 409 })
})

test('the last sign-in method of an account can’t be removed', async () => {
  const { viewer, passkey } = await aHolder()
  await ports.write((tx) =>
    sql`update identity.account set email_confirmed_at = null where id = ${viewer.accountId}`.execute(tx),
  )
  await expect(removePasskey(ports, viewer, aRequestContext(), passkey.id)).rejects.toMatchObject({
    code: 'last-sign-in-method',
    status: 409,
  })
  await ports.write((tx) =>
    sql`update identity.account set email_confirmed_at = ${clock.now()} where id = ${viewer.accountId}`.execute(tx),
  )
  await removePasskey(ports, viewer, aRequestContext(), passkey.id)
})

test('expired challenges are purged', async () => {
  await passkeyLoginOptions(ports)
  clock.move({ days: 1 })
  await purgeOldRows(ports)
  expect(await ports.db.selectFrom('identity.passkey_challenge').select('purpose').execute()).toEqual([])
})
