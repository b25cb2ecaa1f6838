import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { findAccount } from '../account-queries.ts'
import { requestEmailChange, changeEmail, emailOf } from './change-email.ts'
import { confirmedEmailsOf } from './email-queries.ts'
import { logIn } from '../login/log-in.ts'
import { describeCode } from './email-codes.ts'
import { changePassword, setPassword } from '../set-password.ts'
import { anAccount, aSession, mailHelpers, type MailHelpers, aRequestContext } from '../testing.ts'
import { type AccountViewer, findViewerBySession } from '../viewer.ts'

const anonymous = { kind: 'anonymous' } as const
const password = 'ears of grain'
const context = aRequestContext()
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

let count = 0
const freshEmail = () => `moves-${++count}-${ports.newId()}@example.org`
const refusal = (code: string) => ({ tag: 'problem', code })

const codeIn = async (email: string, kind: string): Promise<string> => {
  const mail = (await mailsTo(email)).find((item) => item.kind === kind)
  return /[?&]code=([\w-]+)/.exec(mail?.plain ?? '')![1]!
}
const viewerOf = async ({ token }: { token: string }) => (await findViewerBySession(ports, token)) as AccountViewer

/** Requests a change of address while logged in, and opens the link that was mailed to the new address. */
async function moveTo(viewer: AccountViewer, email: string): Promise<AccountViewer> {
  await requestEmailChange(ports, viewer, context, email)
  return viewerOf(await changeEmail(ports, viewer, context, await codeIn(email, 'change-email')))
}

test('an account changes its address with the new mailbox’s link and logs in with the new one', async () => {
  const [before, after] = [freshEmail(), freshEmail()]
  const { viewer, token } = await aSession(ports, { email: before, password })
  await requestEmailChange(ports, viewer, context, `\u200f ${after.toUpperCase()} `)
  expect(await emailOf(ports, viewer)).toMatchObject({ email: before, requestedEmail: null })
  const code = await codeIn(after, 'change-email')
  expect(await mailsTo(before)).toEqual([])
  expect(await emailOf(ports, viewer)).toMatchObject({
    email: before,
    isConfirmed: true,
    requestedEmail: after,
    mustReauthenticate: false,
  })
  expect((await describeCode(ports, code)).email).toMatch(/^m•••@example\.org$/)

  const opened = await changeEmail(ports, viewer, context, code)
  expect(await viewerOf(opened)).toMatchObject({ accountId: viewer.accountId, email: after, isEmailConfirmed: true })
  expect(await findViewerBySession(ports, token)).toBeUndefined()
  await expect(changeEmail(ports, await viewerOf(opened), context, code)).rejects.toMatchObject(
    refusal('code-not-valid'),
  )
  await expect(logIn(ports, anonymous, context, { email: before, password })).rejects.toMatchObject(
    refusal('wrong-login'),
  )
  await expect(logIn(ports, anonymous, context, { email: after, password })).resolves.toBeDefined()
  expect((await mailsTo(before)).map(({ kind }) => kind)).toEqual(['email-changed'])
  expect((await mailsTo(before))[0]!.plain).not.toContain(after)
  expect((await confirmedEmailsOf(ports.db, viewer.accountId)).toSorted()).toEqual([before, after].toSorted())
  expect((await entriesAbout(ports.db, `account:${viewer.accountId}`, 10)).map(({ act }) => act)).toContain(
    'identity.email-changed',
  )
})

test('a change of address needs recent authentication and a valid new address', async () => {
  const { viewer } = await aSession(ports, { email: freshEmail() })
  await expect(requestEmailChange(ports, viewer, context, 'nonsense')).rejects.toMatchObject({
    fields: { email: { code: 'email-invalid' } },
  })
  await expect(requestEmailChange(ports, viewer, context, '')).rejects.toMatchObject({
    fields: { email: { code: 'email-missing' } },
  })
  await expect(requestEmailChange(ports, viewer, context, ` ${viewer.email.toUpperCase()}`)).rejects.toMatchObject({
    fields: { email: { code: 'email-unchanged' } },
  })
  clock.move({ minutes: 11 })
  await expect(requestEmailChange(ports, viewer, context, freshEmail())).rejects.toMatchObject(
    refusal('reauthentication-required'),
  )
  expect(queued).toEqual([])
})

test('the owner of the requested address is notified, and the requester sees the usual response [security-10]', async () => {
  const owner = await anAccount(ports, { email: freshEmail() })
  const { viewer } = await aSession(ports, { email: freshEmail() })
  await requestEmailChange(ports, viewer, context, owner.email)
  expect((await mailsTo(owner.email)).map(({ kind }) => kind)).toEqual(['email-taken'])
  expect(await emailOf(ports, viewer)).toMatchObject({ email: viewer.email })
})

test('an account mails at most ten strangers an hour', async () => {
  const { viewer } = await aSession(ports, { email: freshEmail() })
  for (let requestCount = 0; requestCount < 10; requestCount++)
    await requestEmailChange(ports, viewer, context, freshEmail())
  await expect(requestEmailChange(ports, viewer, context, freshEmail())).rejects.toMatchObject(
    refusal('too-many-new-emails'),
  )
  expect(queued).toHaveLength(10)
})

test('only the newest link works, for an hour and in the requesting account', async () => {
  const [first, second] = [freshEmail(), freshEmail()]
  const { viewer } = await aSession(ports, { email: freshEmail(), password })
  const { viewer: other } = await aSession(ports, { email: freshEmail() })
  await requestEmailChange(ports, viewer, context, first)
  const older = await codeIn(first, 'change-email')
  await requestEmailChange(ports, viewer, context, second)
  const newer = await codeIn(second, 'change-email')
  await expect(changeEmail(ports, viewer, context, older)).rejects.toMatchObject(refusal('code-not-valid'))
  await expect(changeEmail(ports, other, context, newer)).rejects.toMatchObject(refusal('code-not-valid'))
  clock.move({ minutes: 60 })
  await expect(changeEmail(ports, viewer, context, newer)).rejects.toMatchObject(refusal('code-not-valid'))
})

test('a new password ends another person’s change of address', async () => {
  const email = freshEmail()
  const { viewer } = await aSession(ports, { email: freshEmail(), password })
  await requestEmailChange(ports, viewer, context, email)
  const code = await codeIn(email, 'change-email')
  const opened = await changePassword(ports, viewer, context, {
    currentPassword: password,
    password: 'seven other ears',
  })
  await expect(changeEmail(ports, await viewerOf(opened), context, code)).rejects.toMatchObject(
    refusal('code-not-valid'),
  )
})

test('of two accounts that request one address, one gets it', async () => {
  const email = freshEmail()
  const [{ viewer: one }, { viewer: two }] = [
    await aSession(ports, { email: freshEmail() }),
    await aSession(ports, { email: freshEmail() }),
  ]
  const codes: string[] = []
  for (const viewer of [one, two]) {
    await requestEmailChange(ports, viewer, context, email)
    codes.push(await codeIn(email, 'change-email'))
  }
  const outcomes = await Promise.allSettled([
    changeEmail(ports, one, context, codes[0]!),
    changeEmail(ports, two, context, codes[1]!),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal('code-not-valid') })
})

test('a mistyped address can be corrected and receives nothing more', async () => {
  const [typo, right] = [freshEmail(), freshEmail()]
  const { viewer } = await aSession(ports, { email: typo, isConfirmed: false })
  const moved = await moveTo(viewer, right)
  expect(moved).toMatchObject({ email: right, isEmailConfirmed: true })
  expect(await mailsTo(typo)).toEqual([])
  expect((await mailsTo(right)).map(({ kind }) => kind)).toContain('welcome')
  expect(await confirmedEmailsOf(ports.db, viewer.accountId)).toEqual([right])
})

test('the previous address can recover the account for a week, which ends other access', async () => {
  const [owned, stolen, further] = [freshEmail(), freshEmail(), freshEmail()]
  const { viewer } = await aSession(ports, { email: owned, password })
  const thief = await moveTo(viewer, stolen)
  const undo = await codeIn(owned, 'email-changed')
  clock.move({ minutes: 5 })
  const gone = await moveTo(thief, further)
  expect(gone.email).toBe(further)
  const thiefsUndo = await codeIn(stolen, 'email-changed')
  clock.move({ days: 6 })

  const back = await viewerOf(
    await setPassword(ports, anonymous, context, { code: undo, password: 'chosen by the owner' }),
  )
  expect(back).toMatchObject({ accountId: viewer.accountId, email: owned, isEmailConfirmed: true })
  expect(
    await ports.db
      .selectFrom('identity.session')
      .select('token_hash')
      .where('token_hash', '=', gone.tokenHash)
      .execute(),
  ).toEqual([])
  await expect(logIn(ports, anonymous, context, { email: further, password })).rejects.toMatchObject(
    refusal('wrong-login'),
  )
  await expect(logIn(ports, anonymous, context, { email: owned, password })).rejects.toMatchObject(
    refusal('wrong-login'),
  )
  await expect(
    logIn(ports, anonymous, context, { email: owned, password: 'chosen by the owner' }),
  ).resolves.toBeDefined()
  // The codes mailed to the thief are invalid, and the account doesn't show their addresses.
  await expect(
    setPassword(ports, anonymous, context, { code: thiefsUndo, password: 'chosen by a thief' }),
  ).rejects.toMatchObject(refusal('code-not-valid'))
  expect(await confirmedEmailsOf(ports.db, viewer.accountId)).toEqual([owned])
  expect((await mailsTo(owned)).map(({ kind }) => kind)).toEqual(['password-changed', 'email-changed'])
})

test('a thief who restores an earlier address can’t stop the owner’s recovery', async () => {
  const [owned, stolen, further] = [freshEmail(), freshEmail(), freshEmail()]
  const { viewer } = await aSession(ports, { email: owned, password })
  const thief = await moveTo(viewer, stolen)
  const undo = await codeIn(owned, 'email-changed')
  await moveTo(thief, further)
  await setPassword(ports, anonymous, context, {
    code: await codeIn(stolen, 'email-changed'),
    password: 'chosen by a thief',
  })
  const back = await setPassword(ports, anonymous, context, { code: undo, password: 'chosen by the owner' })
  expect(await viewerOf(back)).toMatchObject({ email: owned })
})

test('an address that another account has since confirmed can’t be restored', async () => {
  const [remaining, taken] = [freshEmail(), freshEmail()]
  const { viewer } = await aSession(ports, { email: remaining, password })
  await moveTo(viewer, taken)
  const undo = await codeIn(remaining, 'email-changed')
  await anAccount(ports, { email: remaining })
  await expect(
    setPassword(ports, anonymous, context, { code: undo, password: 'chosen by the owner' }),
  ).rejects.toMatchObject(refusal('code-not-valid'))
  expect(await findAccount(ports.db, viewer.accountId)).toMatchObject({ email: taken })
  expect(await confirmedEmailsOf(ports.db, viewer.accountId)).toEqual([taken])
})
