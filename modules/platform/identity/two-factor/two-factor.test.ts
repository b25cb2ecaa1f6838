import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { logIn } from '../login/log-in.ts'
import { isFresh, reauthenticate } from '../login/recent-authentication.ts'
import { timeStepOf, totpCode } from '../rules/totp.ts'
import { aSession, mailHelpers, aRequestContext } from '../testing.ts'
import { type AccountViewer, findViewerBySession, type Viewer } from '../viewer.ts'
import { beginAuthenticatorSetup, confirmAuthenticator, getTwoFactor, removeAuthenticator } from './authenticator.ts'
import { approve, isRestricted, openRemovals, requestRemoval, stop } from './factor-removals.ts'
import { requireSecondFactor, verifySecondFactor } from './second-factor.ts'

const anonymous = { kind: 'anonymous' } as const
const password = 'ears of grain'
let database: TestDatabase
let clock: ReturnType<typeof manualClock>
let installation: ReturnType<typeof mailHelpers>
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => {
  clock = manualClock()
  installation = mailHelpers(testPorts(database.database, clock.now), clock)
})
afterAll(() => database.drop())

const bytesOf = (secret: string): Buffer => {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((eight) => Number.parseInt(eight, 2)),
  )
}

/** An account with an authenticator app: its viewer, a code of the next step, and its recovery codes. */
async function anAccountWithApp(over: Parameters<typeof aSession>[1] = {}) {
  const { ports } = installation
  const { viewer, token } = await aSession(ports, { password, ...over })
  const { secret } = await beginAuthenticatorSetup(ports, viewer)
  const codeNow = () => totpCode(bytesOf(secret), timeStepOf(clock.now()))
  const recoveryCodes = await confirmAuthenticator(ports, viewer, aRequestContext(), codeNow())
  const logInAgain = async (): Promise<Viewer> => {
    const opened = await logIn(ports, anonymous, aRequestContext(), { email: viewer.email, password })
    return (await findViewerBySession(ports, opened.token))!
  }
  /** Returns a code that wasn't used yet. */
  const nextCode = () => {
    clock.move({ seconds: 30 })
    return codeNow()
  }
  return { viewer, token, recoveryCodes, codeNow, nextCode, logInAgain }
}

const viewerOf = async (token: string) => (await findViewerBySession(installation.ports, token)) as AccountViewer

describe('an authenticator app [accounts-11]', () => {
  test('a login with the password alone gives no access until a code is entered', async () => {
    const { ports } = installation
    const { viewer, logInAgain, nextCode } = await anAccountWithApp()
    const half = await logInAgain()
    expect(half).toMatchObject({ kind: 'first-factor', accountId: viewer.accountId })
    const { token } = await verifySecondFactor(ports, half, aRequestContext(), nextCode())
    expect(await viewerOf(token)).toMatchObject({ kind: 'account', hasSecondFactor: true })
    if (half.kind === 'first-factor')
      expect(
        await ports.db.selectFrom('identity.session').select('id').where('token_hash', '=', half.tokenHash).execute(),
      ).toEqual([])
  })

  test('a code works once, even for two concurrent logins', async () => {
    const { ports } = installation
    const { logInAgain, nextCode } = await anAccountWithApp()
    const halves = [await logInAgain(), await logInAgain()]
    const code = nextCode()
    const outcomes = await Promise.allSettled(
      halves.map((half) => verifySecondFactor(ports, half, aRequestContext(), code)),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('the sixth code in 15 minutes is refused, even the right one', async () => {
    const { ports } = installation
    const { logInAgain, nextCode } = await anAccountWithApp()
    const half = await logInAgain()
    const guesses = await Promise.allSettled(
      Array.from({ length: 8 }, () => verifySecondFactor(ports, half, aRequestContext(), '000000')),
    )
    const codes = guesses.map((guess) => (guess.status === 'rejected' ? (guess.reason as { code: string }).code : ''))
    expect(codes.filter((code) => code === 'wrong-code').length).toBeLessThanOrEqual(5)
    await expect(verifySecondFactor(ports, half, aRequestContext(), nextCode())).rejects.toMatchObject({
      code: 'too-many-codes',
    })
    clock.move({ minutes: 15 })
    await expect(verifySecondFactor(ports, half, aRequestContext(), nextCode())).resolves.toBeDefined()
  })

  test('a recovery code works once, and its use is mailed', async () => {
    const { ports } = installation
    const { viewer, logInAgain, recoveryCodes } = await anAccountWithApp()
    expect(new Set(recoveryCodes).size).toBe(10)
    const code = recoveryCodes[3]!.toUpperCase().replace('-', ' ')
    await verifySecondFactor(ports, await logInAgain(), aRequestContext(), code)
    await expect(verifySecondFactor(ports, await logInAgain(), aRequestContext(), code)).rejects.toMatchObject({
      code: 'wrong-code',
    })
    expect(await getTwoFactor(ports, viewer)).toEqual({ isOn: true, unusedRecoveryCodes: 9 })
    expect((await installation.mailsTo(viewer.email)).map(({ kind }) => kind)).toContain('recovery-code-used')
    const rows = await ports.db.selectFrom('identity.recovery_code').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(recoveryCodes[0])
  })

  test('enabling it ends other sessions with one factor', async () => {
    const { ports } = installation
    const { viewer } = await aSession(ports, { password })
    const other = await logIn(ports, anonymous, aRequestContext(), { email: viewer.email, password })
    const { secret } = await beginAuthenticatorSetup(ports, viewer)
    await confirmAuthenticator(ports, viewer, aRequestContext(), totpCode(bytesOf(secret), timeStepOf(clock.now())))
    expect(await findViewerBySession(ports, other.token)).toBeUndefined()
    await expect(beginAuthenticatorSetup(ports, viewer)).rejects.toMatchObject({ code: 'authenticator-exists' })
  })

  test('after twelve idle hours a code is needed again, which isn’t a new authentication', async () => {
    const { ports } = installation
    const { token, nextCode } = await anAccountWithApp()
    clock.move({ minutes: 12 * 60 + 1 })
    const half = (await findViewerBySession(ports, token))!
    expect(half.kind).toBe('first-factor')
    // Required again, because the session was used in the meantime.
    expect((await findViewerBySession(ports, token))!.kind).toBe('first-factor')
    const opened = await verifySecondFactor(ports, half, aRequestContext(), nextCode())
    expect(isFresh(ports, await viewerOf(opened.token))).toBe(false)
  })

  test('authenticating again needs the password and a code', async () => {
    const { ports } = installation
    const { viewer, nextCode } = await anAccountWithApp()
    await expect(reauthenticate(ports, viewer, aRequestContext(), { password, code: '' })).rejects.toMatchObject({
      code: 'wrong-code',
    })
    await expect(
      reauthenticate(ports, viewer, aRequestContext(), { password, code: nextCode() }),
    ).resolves.toBeUndefined()
  })

  test('removing it is mailed, and the password is enough afterwards', async () => {
    const { ports } = installation
    const { viewer, logInAgain } = await anAccountWithApp()
    await removeAuthenticator(ports, viewer, aRequestContext())
    expect((await logInAgain()).kind).toBe('account')
    expect((await installation.mailsTo(viewer.email)).map(({ kind }) => kind)).toContain('two-factor-off')
  })
})

test('a role that needs two factors is refused with one, unless the operator turned it off [accounts-11]', async () => {
  const { viewer } = await aSession(installation.ports, { roles: ['admin'] })
  expect(() => requireSecondFactor({ isTwoFactorRequired: true }, viewer)).toThrow(
    expect.objectContaining({ code: 'two-factor-required', status: 403 }),
  )
  expect(() => requireSecondFactor({ isTwoFactorRequired: false }, viewer)).not.toThrow()
  expect(() => requireSecondFactor({ isTwoFactorRequired: true }, { hasSecondFactor: true })).not.toThrow()
})

describe('a locked-out account [accounts-12]', () => {
  const anAdmin = async () => (await aSession(installation.ports, { roles: ['admin'], password })).viewer
  const linkIn = (text: string) => /keep-second-factor\?code=([\w-]+)/.exec(text)?.[1] ?? ''

  test('two admins can remove its app after 72 hours', async () => {
    const { ports } = installation
    const { viewer, logInAgain } = await anAccountWithApp()
    const [first, second] = [await anAdmin(), await anAdmin()]
    const removal = await requestRemoval(ports, first, aRequestContext(), viewer.email)
    await expect(requestRemoval(ports, second, aRequestContext(), viewer.email)).rejects.toMatchObject({
      code: 'removal-exists',
    })
    await expect(approve(ports, first, aRequestContext(), removal.id)).rejects.toMatchObject({
      code: 'second-person-needed',
    })
    await expect(approve(ports, second, aRequestContext(), removal.id)).rejects.toMatchObject({
      code: 'removal-too-early',
    })
    clock.move({ minutes: 72 * 60 })
    const later = await anAdmin()
    await approve(ports, later, aRequestContext(), removal.id)
    expect((await logInAgain()).kind).toBe('account')
    expect(await isRestricted(ports, viewer.accountId)).toBe(true)
    clock.move({ minutes: 7 * 24 * 60 })
    expect(await isRestricted(ports, viewer.accountId)).toBe(false)
  })

  test('the mailed link stops the removal once', async () => {
    const { ports } = installation
    const { viewer } = await anAccountWithApp()
    const removal = await requestRemoval(ports, await anAdmin(), aRequestContext(), viewer.email)
    const mail = (await installation.mailsTo(viewer.email)).find(({ kind }) => kind === 'factor-removal')
    const code = linkIn(JSON.stringify(mail))
    await stop(ports, aRequestContext(), code)
    await expect(stop(ports, aRequestContext(), code)).rejects.toMatchObject({ code: 'code-not-valid' })
    clock.move({ minutes: 72 * 60 })
    await expect(approve(ports, await anAdmin(), aRequestContext(), removal.id)).rejects.toMatchObject({
      code: 'not-found',
    })
    expect((await openRemovals(ports)).map(({ id }) => id)).not.toContain(removal.id)
  })
})
