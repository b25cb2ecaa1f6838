import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/database/db.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { aRequestContext, aSession } from '#modules/platform/identity/testing.ts'
import {
  listMembers,
  type MemberRole,
  insertOwnershipChange,
  lockOwnership,
} from '#modules/causes/organizations/index.ts'
import { aMemberOf, ask, aSignedUpCharity } from '#modules/organizers/charities/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { silentLog } from '#tests/support/database.ts'
import { applyDueOwnershipChanges } from './end-change.ts'

let installation: TestApp
let now = new Date('2026-11-24T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ clock: () => now })
})
afterAll(() => installation.close())
beforeEach(() => pass({ hours: 1 }))

const pass = ({ hours }: { readonly hours: number }) => void (now = new Date(now.getTime() + hours * 3_600_000))
type Person = Awaited<ReturnType<typeof aSession>>
type Charity = Awaited<ReturnType<typeof aCharity>>

/** Signs up a charity that staff verified, with members who joined at that moment. */
async function aCharity<Role extends MemberRole>(...roles: Role[]) {
  const charity = await aSignedUpCharity(installation)
  await installation.app.db
    .updateTable('organizations.organization')
    .set({ verification_state: 'verified', verified_at: now, verified_until: new Date('2100-01-01T00:00:00Z') })
    .where('id', '=', BigInt(charity.id))
    .execute()
  const people: Person[] = []
  for (const role of roles) people.push(await aMemberOf(installation, charity.id, role))
  return { ...charity, people }
}

const call = async (
  person: { readonly token: string },
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload: object = {},
) => ask(installation, person.token, method, url, payload)
/** Logs in again, which is a recent proof of identity. */
const again = async ({ viewer }: { readonly viewer: Person['viewer'] }): Promise<Person> => ({
  viewer,
  token: (await openSession(installation.app, aRequestContext(), viewer.accountId)).token,
})
const remove = (by: { readonly token: string }, charity: Charity, who: { readonly viewer: Person['viewer'] }) =>
  call(by, 'DELETE', `${charity.path}/members/${who.viewer.accountId}`)
const changeRole = (
  by: { readonly token: string },
  charity: Charity,
  who: { readonly viewer: Person['viewer'] },
  role: MemberRole,
) => call(by, 'PATCH', `${charity.path}/members/${who.viewer.accountId}`, { role })
const rolesOf = async (charity: Charity) =>
  new Map((await listMembers(installation.app.db, BigInt(charity.id))).map(({ accountId, role }) => [accountId, role]))
const changeOf = async (charity: Charity) =>
  installation.app.db
    .selectFrom('organizations.ownership_change')
    .selectAll()
    .where('organization_id', '=', BigInt(charity.id))
    .orderBy('requested_at', 'desc')
    .executeTakeFirstOrThrow()
const stop = async (by: { readonly token: string }, charity: Charity) =>
  call(by, 'POST', `${charity.path}/ownership-changes/${(await changeOf(charity)).id}/stop`)
const mailsAbout = async (charity: Charity, kind: string) =>
  (
    await installation.app.db
      .selectFrom('notifications.mail')
      .select(['to_address', 'content'])
      .where('kind', '=', `charity-${kind}`)
      .execute()
  )
    .filter(({ content }) => JSON.stringify(content).includes(`/organize/charities/${charity.id}/`))
    .map(({ to_address }) => to_address)
    .toSorted()
const codeTo = async (email: string) => {
  const { content } = await installation.app.db
    .selectFrom('notifications.mail')
    .select('content')
    .where('to_address', '=', email)
    .where('kind', '=', 'team-invitation')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /join\?code=([\w-]+)/.exec(JSON.stringify(content))![1]!
}
const invite = (by: { readonly token: string }, charity: Charity, email: string, role: MemberRole) =>
  call(by, 'POST', `${charity.path}/members/invitations`, { email, role })

describe('a change of who controls a charity', () => {
  const controlCalls = (charity: Charity, [second, admin, editor]: readonly Person[]) =>
    [
      ['POST', 'members/invitations', { email: 'new@example.org', role: 'owner' }],
      ['POST', 'members/invitations', { email: 'new@example.org', role: 'admin' }],
      ['POST', 'members/invitations', { email: 'new@example.org', role: 'finance' }],
      ['PATCH', `members/${editor!.viewer.accountId}`, { role: 'finance' }],
      ['PATCH', `members/${admin!.viewer.accountId}`, { role: 'owner' }],
      ['PATCH', `members/${admin!.viewer.accountId}`, { role: 'editor' }],
      ['PATCH', `members/${second!.viewer.accountId}`, { role: 'admin' }],
      ['DELETE', `members/${admin!.viewer.accountId}`, {}],
      ['DELETE', `members/${second!.viewer.accountId}`, {}],
      ['DELETE', `members/${charity.viewer.accountId}`, {}],
      ['POST', 'ownership', { accountId: admin!.viewer.accountId }],
    ] as const

  test('needs a recent proof of identity, whichever call makes it; editors don’t (accounts-15)', async () => {
    const charity = await aCharity('owner', 'admin', 'editor')
    const roles = await rolesOf(charity)
    pass({ hours: 1 })
    for (const [method, path, payload] of controlCalls(charity, charity.people)) {
      const { status, body } = await call(charity, method, `${charity.path}/${path}`, payload)
      expect([status, (body as { code?: string }).code], path).toEqual([401, 'reauthentication-required'])
    }
    expect((await invite(charity, charity, 'new@example.org', 'editor')).status).toBe(200)
    expect((await changeRole(charity, charity, charity.people[2]!, 'donor-support')).status).toBe(200)
    expect(await rolesOf(charity)).toEqual(new Map([...roles, [charity.people[2]!.viewer.accountId, 'donor-support']]))
  })

  test('is refused for seven days after staff removed the second factor (accounts-12)', async () => {
    const charity = await aCharity('owner', 'admin', 'editor')
    const [staff, other] = [await aSession(installation.app), await aSession(installation.app)]
    await installation.app.db
      .insertInto('identity.factor_removal')
      .values({
        id: installation.app.newId(),
        account_id: charity.viewer.accountId,
        requested_by: staff.viewer.accountId,
        requested_at: new Date(now.getTime() - 73 * 3_600_000),
        stop_hash: Buffer.alloc(32, 1),
        approved_by: other.viewer.accountId,
        removed_at: now,
      } as never)
      .execute()
    for (const [method, path, payload] of controlCalls(charity, charity.people)) {
      const { status, body } = await call(charity, method, `${charity.path}/${path}`, payload)
      expect([status, (body as { code?: string }).code], path).toEqual([403, 'factor-removed-lately'])
    }
    pass({ hours: 7 * 24 + 1 })
    expect((await invite(await again(charity), charity, 'new@example.org', 'admin')).status).toBe(200)
  })

  test('mails all owners and the person concerned, and is in the audit log (accounts-15)', async () => {
    const charity = await aCharity('owner', 'admin', 'editor')
    const [second, admin, editor] = charity.people as [Person, Person, Person]
    const owners = [charity.viewer.email, second.viewer.email]
    const friend = await aSession(installation.app, { isConfirmed: true })
    await invite(charity, charity, friend.viewer.email, 'finance')
    expect(await mailsAbout(charity, 'member-invited')).toEqual(owners.toSorted())
    const code = await codeTo(friend.viewer.email)
    pass({ hours: 1 })
    expect((await call(friend, 'POST', '/v4/invitations/accept', { code })).body).toMatchObject({
      code: 'reauthentication-required',
    })
    expect((await call(await again(friend), 'POST', '/v4/invitations/accept', { code })).status).toBe(200)
    expect(await mailsAbout(charity, 'member-joined')).toEqual([...owners, friend.viewer.email].toSorted())
    const owner = await again(charity)
    await changeRole(owner, charity, editor, 'finance')
    expect(await mailsAbout(charity, 'member-changed')).toEqual([...owners, editor.viewer.email].toSorted())
    await remove(owner, charity, admin)
    expect(await mailsAbout(charity, 'member-removed')).toEqual([...owners, admin.viewer.email].toSorted())
    const acts = await entriesAbout(installation.app.db, `organization:${charity.id}`, 5)
    expect(acts.map(({ act }) => act)).toEqual([
      'fundraising.removed',
      'fundraising.role-changed',
      'fundraising.joined',
      'fundraising.invited',
      'charities.signed-up',
    ])
  })

  test('by staff, who invite an owner, needs the same and mails the present owners (accounts-15)', async () => {
    const charity = await aCharity('owner')
    const admin = await aSession(installation.app, { isConfirmed: true, roles: ['admin'] })
    const url = `/v4/staff/charities/${charity.id}/owners`
    const stale = { viewer: admin.viewer, token: admin.token }
    now = new Date(now.getTime() + 11 * 60_000)
    expect((await call(stale, 'POST', url, { email: 'x@example.org' })).body).toMatchObject({
      code: 'reauthentication-required',
    })
    expect((await call(await again(admin), 'POST', url, { email: 'x@example.org' })).status).toBe(200)
    expect(await mailsAbout(charity, 'member-invited')).toEqual(
      [charity.viewer.email, charity.people[0]!.viewer.email].toSorted(),
    )
  })
})

describe('a change that takes an owner their role', () => {
  test('waits 72 hours, takes effect once in any number of processes, and mails everyone (accounts-15)', async () => {
    const charity = await aCharity('owner', 'owner')
    const [second, third] = charity.people as [Person, Person]
    const { body } = await remove(charity, charity, second)
    expect(body).toMatchObject({
      state: 'pending',
      effectiveAt: new Date(now.getTime() + 72 * 3_600_000).toISOString(),
    })
    const everyone = [charity, second, third].map(({ viewer }) => viewer.email).toSorted()
    expect(await mailsAbout(charity, 'ownership-delayed')).toEqual(everyone)
    pass({ hours: 71.9 })
    expect(await applyDueOwnershipChanges(installation.app)).toBe(0)
    expect((await rolesOf(charity)).get(second.viewer.accountId)).toBe('owner')
    pass({ hours: 0.1 })
    await inTwoProcesses(async (one, two) => {
      const applied = await Promise.all([one, two, one, two].map(applyDueOwnershipChanges))
      expect(applied.reduce((sum, count) => sum + count, 0)).toBe(1)
    })
    expect(await applyDueOwnershipChanges(installation.app)).toBe(0)
    expect([...(await rolesOf(charity)).keys()].toSorted()).toEqual(
      [charity.viewer.accountId, third.viewer.accountId].toSorted(),
    )
    expect(await mailsAbout(charity, 'owner-removed')).toEqual(everyone)
    const acts = await entriesAbout(installation.app.db, `organization:${charity.id}`, 10)
    expect(acts.filter(({ act }) => act === 'charities.owner-removed')).toHaveLength(1)
  })

  test('locks bank details, roles, hosts, address, closing and exports for everyone until it ends', async () => {
    const charity = await aCharity('owner', 'owner', 'finance', 'editor')
    const [second, third, finance, editor] = charity.people as [Person, Person, Person, Person]
    const campaign = await aCampaign(installation.app, { organization_id: BigInt(charity.id) })
    const bank = {
      accountName: 'Rahma Relief',
      accountClass: 'business',
      currency: 'GBP',
      country: 'GB',
      bankCode: '123456',
      id: '12345678',
    }
    expect((await call(finance, 'PUT', `${charity.path}/bank-details`, bank)).status).toBe(200)
    expect((await changeRole(charity, charity, second, 'editor')).body).toMatchObject({ state: 'pending' })
    // Details that aren't used yet would otherwise become active meanwhile.
    expect(
      await installation.app.db
        .selectFrom('organizations.bank_details')
        .select('state')
        .where('organization_id', '=', BigInt(charity.id))
        .execute(),
    ).toEqual([{ state: 'replaced' }])
    const members = `${charity.path}/members`
    const locked = [
      ['PUT', `${charity.path}/bank-details`, bank],
      ['PUT', `${charity.path}/embed-hosts`, { hosts: ['https://rahma.example'] }],
      ['POST', `${charity.path}/domains`, { host: 'give.rahma.example' }],
      ['PUT', `${charity.path}/subdomain`, { subdomain: 'rahma-new' }],
      ['POST', `${charity.path}/closing`, {}],
      ['POST', `${members}/invitations`, { email: 'new@example.org', role: 'editor' }],
      ['PATCH', `${members}/${editor.viewer.accountId}`, { role: 'admin' }],
      ['DELETE', `${members}/${finance.viewer.accountId}`, {}],
      ['DELETE', `${members}/${third.viewer.accountId}`, {}],
      ['POST', `${charity.path}/ownership`, { accountId: editor.viewer.accountId }],
      ['POST', `/v4/campaigns/${campaign.id}/donations/export`, {}],
      ['POST', `/v4/campaigns/${campaign.id}/claims/export`, {}],
      ['GET', `/v4/referers/${campaign.id}/referrals/download/csv`, {}],
    ] as const
    for (const person of [charity, second, third])
      for (const [method, url, payload] of locked)
        expect((await call(person, method, url, payload)).body, url).toMatchObject({ code: 'ownership-change-pending' })
    expect((await stop(third, charity)).body).toMatchObject({ state: 'stopped' })
    expect((await call(finance, 'PUT', `${charity.path}/bank-details`, bank)).status).toBe(200)
    expect((await call(charity, 'POST', `/v4/campaigns/${campaign.id}/donations/export`)).status).toBe(200)
  })

  test('locks hosts, address and closing also if it is requested while they change (accounts-15)', async () => {
    const charity = await aCharity('owner')
    const [second] = charity.people as [Person]
    const id = BigInt(charity.id)
    expect((await call(charity, 'POST', `${charity.path}/domains`, { host: 'old.rahma.example' })).status).toBe(200)
    const calls = [
      ['PUT', '/embed-hosts', { hosts: ['https://rahma.example'] }],
      ['POST', '/domains', { host: 'give.rahma.example' }],
      ['DELETE', '/domains/old.rahma.example', {}],
      ['PUT', '/subdomain', { subdomain: 'rahma-moved' }],
      ['POST', '/closing', {}],
    ] as const
    const isWaiting = async () =>
      (
        await sql`select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`.execute(
          installation.app.db,
        )
      ).rows.length
    for (const [method, path, payload] of calls) {
      const changeId = installation.app.newId()
      const answer = await installation.app.write(async (tx) => {
        await lockOwnership(tx, id)
        const waiting = call(charity, method, `${charity.path}${path}`, payload)
        await expect.poll(isWaiting).toBeGreaterThan(0)
        await insertOwnershipChange(tx, {
          id: changeId,
          organizationId: id,
          ownerId: second.viewer.accountId,
          role: null,
          successorId: null,
          requestedById: charity.viewer.accountId,
          requestedAt: now,
          state: 'staff',
          effectiveAt: null,
        })
        return { waiting }
      })
      expect((await answer.waiting).body, path).toMatchObject({ code: 'ownership-change-pending' })
      await installation.app.db.deleteFrom('organizations.ownership_change').where('id', '=', changeId).execute()
    }
  })

  test('is stopped by any other owner, who gets the page by mail; others can’t (accounts-15)', async () => {
    const charity = await aCharity('owner', 'owner', 'admin')
    const [second, third, admin] = charity.people as [Person, Person, Person]
    await call(charity, 'POST', `${charity.path}/ownership`, { accountId: admin.viewer.accountId })
    expect((await call(third, 'GET', `${charity.path}/members`)).body).toMatchObject({
      change: {
        state: 'pending',
        ownerId: charity.viewer.accountId,
        successorId: admin.viewer.accountId,
        stop: 'stop',
      },
    })
    expect((await stop(admin, charity)).status).toBe(403)
    expect((await stop(await aSession(installation.app, { isConfirmed: true }), charity)).status).toBe(404)
    pass({ hours: 24 })
    // A stop changes nothing, so an old session is enough.
    expect((await stop(second, charity)).body).toMatchObject({ state: 'stopped' })
    expect((await stop(third, charity)).body).toMatchObject({ code: 'ownership-change-ended' })
    pass({ hours: 72 })
    expect(await applyDueOwnershipChanges(installation.app)).toBe(0)
    expect((await rolesOf(charity)).get(admin.viewer.accountId)).toBe('admin')
    expect(await mailsAbout(charity, 'ownership-stopped')).toEqual(
      [charity, second, third, admin].map(({ viewer }) => viewer.email).toSorted(),
    )
  })

  test('ends in one state when a stop and the effect race in two processes', async () => {
    for (let round = 0; round < 5; round++) {
      const charity = await aCharity('owner', 'owner')
      const [second, third] = charity.people as [Person, Person]
      await remove(charity, charity, second)
      pass({ hours: 72 })
      await inTwoProcesses(async (one, two) => {
        const [stopped] = await Promise.all([
          stop(third, charity),
          applyDueOwnershipChanges(one),
          applyDueOwnershipChanges(two),
        ])
        const { state } = await changeOf(charity)
        expect(state).toBe(stopped.status === 200 ? 'stopped' : 'done')
        expect((await rolesOf(charity)).has(second.viewer.accountId)).toBe(state === 'stopped')
      })
    }
  })

  test('of two requests at once one waits; the other is refused', async () => {
    const charity = await aCharity('owner', 'owner')
    const [second, third] = charity.people as [Person, Person]
    const answers = await Promise.all([remove(charity, charity, second), remove(second, charity, third)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await expect(
      installation.app.db
        .insertInto('organizations.ownership_change')
        .values({
          id: installation.app.newId(),
          organization_id: BigInt(charity.id),
          owner_account_id: third.viewer.accountId,
          role: null,
          successor_account_id: null,
          requested_by_account_id: second.viewer.accountId,
          requested_at: now,
          state: 'staff',
          effective_at: null,
        })
        .execute(),
    ).rejects.toThrow('one_pending_ownership_change')
  })

  test('is void if the requester is erased, the charity closes, or the successor leaves', async () => {
    const erased = await aCharity('owner', 'owner')
    await remove(erased, erased, erased.people[0]!)
    expect((await call(erased, 'POST', '/v4/privacy/erasure', { understood: true })).status).toBe(200)
    expect((await changeOf(erased)).state).toBe('void')
    expect(await mailsAbout(erased, 'owner-erased')).toHaveLength(2)

    const closed = await aCharity('owner', 'admin')
    await call(closed, 'POST', `${closed.path}/closing`)
    await call(closed, 'POST', `${closed.path}/ownership`, { accountId: closed.people[1]!.viewer.accountId })
    const staff = await aSession(installation.app, { isConfirmed: true, roles: ['admin'] })
    expect((await call(staff, 'POST', `/v4/staff/charities/${closed.id}/closing`)).status).toBe(200)
    expect((await changeOf(closed)).state).toBe('void')

    const charityWithoutSuccessor = await aCharity('owner', 'admin')
    const [, admin] = charityWithoutSuccessor.people as [Person, Person]
    await call(charityWithoutSuccessor, 'POST', `${charityWithoutSuccessor.path}/ownership`, {
      accountId: admin.viewer.accountId,
    })
    expect((await remove(admin, charityWithoutSuccessor, admin)).body).toMatchObject({ state: 'done' })
    expect((await changeOf(charityWithoutSuccessor)).state).toBe('void')
  })

  test('goes to staff if the other owner was erased before it took effect', async () => {
    const charity = await aCharity('owner', 'owner')
    const [second, third] = charity.people as [Person, Person]
    pass({ hours: 1 })
    const fresh = await again(charity)
    const later = await aMemberOf(installation, charity.id, 'owner')
    await remove(fresh, charity, charity)
    for (const { token } of [second, third]) {
      const person = await again({ viewer: token === second.token ? second.viewer : third.viewer })
      expect((await call(person, 'POST', '/v4/privacy/erasure', { understood: true })).status).toBe(200)
    }
    pass({ hours: 72 })
    await applyDueOwnershipChanges(installation.app)
    expect((await changeOf(charity)).state).toBe('staff')
    expect((await rolesOf(charity)).get(charity.viewer.accountId)).toBe('owner')
    expect(await mailsAbout(charity, 'ownership-requested')).toContain(later.viewer.email)
  })
})

describe('the hand-over of the last owner waits for staff', () => {
  /** Promotes a member of a verified charity, whom staff don't know. */
  async function withLaterOwner() {
    const charity = await aCharity('admin')
    const [admin] = charity.people as [Person]
    pass({ hours: 1 })
    const owner = await again(charity)
    expect((await changeRole(owner, charity, admin, 'owner')).body).toMatchObject({ state: 'done' })
    return { charity, owner, later: await again(admin) }
  }
  const inState = async (charity: Charity) => ({
    change: (await changeOf(charity)).state,
    owner: (await rolesOf(charity)).get(charity.viewer.accountId),
  })

  test('if a later owner removes or demotes the only earlier one (accounts-15)', async () => {
    for (const act of [
      remove,
      (...[by, charity, who]: Parameters<typeof remove>) => changeRole(by, charity, who, 'editor'),
    ]) {
      const { charity, later } = await withLaterOwner()
      expect((await act(later, charity, charity)).body).toMatchObject({ state: 'requested', effectiveAt: null })
      pass({ hours: 200 })
      await applyDueOwnershipChanges(installation.app)
      expect(await inState(charity)).toEqual({ change: 'staff', owner: 'owner' })
    }
  })

  test('if the only earlier owner leaves, steps down, transfers, or accepts a lower role (accounts-15)', async () => {
    const acts: ((charity: Charity, owner: Person, later: Person) => Promise<{ readonly status: number }>)[] = [
      (charity, owner) => remove(owner, charity, owner),
      (charity, owner) => changeRole(owner, charity, owner, 'admin'),
      (charity, owner, later) =>
        call(owner, 'POST', `${charity.path}/ownership`, { accountId: later.viewer.accountId }),
      async (charity, owner, later) => {
        await invite(later, charity, owner.viewer.email, 'editor')
        return call(owner, 'POST', '/v4/invitations/accept', { code: await codeTo(owner.viewer.email) })
      },
    ]
    for (const act of acts) {
      const { charity, owner, later } = await withLaterOwner()
      expect((await act(charity, owner, later)).status).toBe(200)
      expect(await inState(charity)).toEqual({ change: 'staff', owner: 'owner' })
    }
  })

  test('and an account that owns such a charity can’t be erased before (ADR-0023)', async () => {
    const { charity, owner, later } = await withLaterOwner()
    expect((await call(owner, 'POST', '/v4/privacy/erasure', { understood: true })).body).toMatchObject({
      code: 'charity-not-transferred',
    })
    expect((await call(later, 'POST', '/v4/privacy/erasure', { understood: true })).status).toBe(200)
    expect((await rolesOf(charity)).get(charity.viewer.accountId)).toBe('owner')
  })

  test('also if staff invite an owner after the only member’s account was erased', async () => {
    const charity = await aCharity()
    expect((await call(charity, 'POST', '/v4/privacy/erasure', { understood: true })).status).toBe(200)
    const staff = await aSession(installation.app, { isConfirmed: true, roles: ['admin'] })
    const next = await aSession(installation.app, { isConfirmed: true })
    await call(staff, 'POST', `/v4/staff/charities/${charity.id}/owners`, { email: next.viewer.email })
    const { body } = await call(next, 'POST', '/v4/invitations/accept', { code: await codeTo(next.viewer.email) })
    expect(body).toEqual({ path: '/organize?waits=staff' })
    expect((await rolesOf(charity)).size).toBe(0)
    expect((await changeOf(charity)).state).toBe('staff')
  })
})

/** Runs with two further processes' connections to the same database. */
async function inTwoProcesses(run: (one: TestApp['app'], two: TestApp['app']) => Promise<void>): Promise<void> {
  const { app, database } = installation
  const databases = ['one', 'two'].map((name) => openDatabase({ url: database.url, log: silentLog, max: 2, name }))
  const [one, two] = databases.map((other) => ({ ...createApp(app.config, other, silentLog), clock: () => now }))
  try {
    await run(one!, two!)
  } finally {
    await Promise.all(databases.map((other) => other.close()))
  }
}
