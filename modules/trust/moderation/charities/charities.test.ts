import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { aMemberOf, ask, aSignedUpCharity, aCompleteForm, completeForm } from '#modules/organizers/charities/testing.ts'
import { loadScreeningList } from '#modules/organizers/charities/screening/load-list.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { aPdf } from '#tests/support/upload-corpus.ts'
import { syncCases } from '../sync-cases.ts'

let installation: TestApp
let first: { token: string }
let second: { token: string }
const now = new Date('2026-11-24T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ clock: () => now })
  first = await aSession(installation.app, { isConfirmed: true, roles: ['reviewer'] })
  second = await aSession(installation.app, { isConfirmed: true, roles: ['admin'] })
})
afterAll(() => installation.close())

type Charity = Awaited<ReturnType<typeof aSignedUpCharity>>
type CaseBody = {
  id: string
  seen: string
  texts: { name: string; now: string }[]
  charity: {
    checklist: { line: string; answer: string | null }[]
    screening: string
    matches: { id: string; state: string }[]
    documents: { id: string }[]
    pages: object[]
    checked: { isOwn: boolean } | null
  }
  match: object | null
}

/** Creates a charity that sent its form, with its case. */
async function inReview(form: object = {}, over: object = {}): Promise<{ charity: Charity; caseId: string }> {
  const charity = await aSignedUpCharity(installation, over)
  await completeForm(installation, charity, aCompleteForm({ number: String(1_000_000 + Number(charity.id)), ...form }))
  if ((form as { taxReference?: string }).taxReference)
    await ask(installation, charity.token, 'POST', `${charity.path}/documents`, {
      kind: 'tax-letter',
      name: 'hmrc.pdf',
      file: aPdf(`% letter of ${charity.id}`).toString('base64'),
    })
  const response = await ask(installation, charity.token, 'POST', `${charity.path}/verification/requests`)
  expect(response.status).toBe(200)
  const { request } = response.body as unknown as { request: { id: string } }
  return { charity, caseId: await caseOf(request.id) }
}

/** Opens the cases of everything that waits, and returns the id of the one about a subject. */
async function caseOf(subjectId: string): Promise<string> {
  await syncCases(installation.app)
  const { id } = await installation.app.db
    .selectFrom('moderation.case')
    .select('id')
    .where('subject_id', '=', subjectId)
    .executeTakeFirstOrThrow()
  return id
}

const look = async (token: string, caseId: string) =>
  (await ask(installation, token, 'GET', `/v4/staff/cases/${caseId}`)).body as unknown as CaseBody

async function check(token: string, caseId: string, over: object = {}, recommendation = 'verify') {
  const { seen, charity } = await look(token, caseId)
  const checks = Object.fromEntries(charity.checklist.map(({ line }) => [line, 'yes']))
  return ask(installation, token, 'PUT', `/v4/staff/cases/${caseId}/checklist`, {
    seen,
    checks: { ...checks, ...over },
    recommendation,
  })
}

async function decide(token: string, caseId: string, decision: string, over: object = {}) {
  const { seen } = await look(token, caseId)
  return ask(installation, token, 'POST', `/v4/staff/cases/${caseId}/decision`, {
    seen,
    decision,
    reason: 'Compared with the register.',
    ...over,
  })
}
const stateOf = async (charity: Charity) =>
  (await ask(installation, charity.token, 'GET', `${charity.path}/verification`)).body as unknown as {
    state: string
    until: string | null
    receipts: string
    request: { state: string; reason: string }
  }

describe('two people of staff', () => {
  test('verify a charity: the first answers the checklist, another confirms (content-23)', async () => {
    const { charity, caseId } = await inReview({ taxReference: 'AB12345' })
    expect((await look(first.token, caseId)).texts).toContainEqual({
      name: 'people',
      before: null,
      now: 'Maryam Siddiqui, Chair, 05/1971, GB\nYusuf Demir, Treasurer, 11/1984, GB',
    })
    expect((await decide(second.token, caseId, 'verify')).body).toMatchObject({ code: 'checklist-missing' })
    expect((await check(first.token, caseId, { extract: undefined })).body).toMatchObject({
      fields: { 'checks.extract': 'Answer this line of the checklist.' },
    })
    expect((await check(first.token, caseId, { extract: 'no' })).status).toBe(400)
    expect((await check(first.token, caseId)).status).toBe(200)
    expect((await decide(first.token, caseId, 'verify')).body).toMatchObject({ code: 'second-reviewer-needed' })
    expect((await decide(second.token, caseId, 'reject', { message: 'No.' })).body).toMatchObject({
      code: 'recommendation-differs',
    })
    expect((await decide(second.token, caseId, 'verify')).status).toBe(200)
    expect(await stateOf(charity)).toMatchObject({
      state: 'verified',
      until: '2027-11-24T23:59:59.000Z',
      receipts: 'uk',
      request: { state: 'verified' },
    })
    const row = await installation.app.db
      .selectFrom('organizations.organization')
      .select(['legal_name', 'registration', 'postal_address', 'reviewers'])
      .where('id', '=', BigInt(charity.id))
      .executeTakeFirstOrThrow()
    expect(row).toEqual({
      legal_name: 'Rahma Relief',
      registration: `Charity no. ${1_000_000 + Number(charity.id)}`,
      postal_address: '4 Sample Lane\nLeicester',
      reviewers: 2,
    })
    const page = await ask(installation, '', 'GET', `/v4/campaign-pages/${charity.subdomain}`)
    expect(page.body).toMatchObject({ open: true, giftAid: true, organization: { verified: true } })
    const mails = await installation.app.db
      .selectFrom('notifications.mail')
      .select('to_address')
      .where('kind', '=', 'charity-verification-verified')
      .where('to_address', '=', charity.viewer.email)
      .execute()
    expect(mails).toHaveLength(1)
  })

  test('give plain receipts where the tax office’s word was not proved (content-23)', async () => {
    const { charity, caseId } = await inReview({ taxReference: 'AB99999' })
    await check(first.token, caseId, { 'gift-aid': 'no' })
    await decide(second.token, caseId, 'verify')
    expect(await stateOf(charity)).toMatchObject({ state: 'verified', receipts: 'plain' })
  })

  test('reject with words that the charity reads, and it may send the form again (content-24)', async () => {
    const { charity, caseId } = await inReview()
    await check(first.token, caseId, { authority: 'no' }, 'reject')
    expect((await decide(second.token, caseId, 'reject')).status).toBe(400)
    await decide(second.token, caseId, 'reject', { template: 'authority', message: 'Please ask your chair.' })
    const after = await stateOf(charity)
    expect(after).toMatchObject({ state: 'rejected', until: null, request: { state: 'rejected' } })
    expect(after.request.reason).toContain('Please ask your chair.')
    expect(
      (await ask(installation, charity.token, 'POST', `${charity.path}/verification/requests`)).body,
    ).toMatchObject({
      state: 'requested',
    })
  })

  test('change the country of a verified charity; pages and receipts keep the earlier one until then (content-48)', async () => {
    const { charity, caseId } = await inReview({ taxReference: 'AB12345' })
    await check(first.token, caseId)
    await decide(second.token, caseId, 'verify')
    const path = `${charity.path}/verification`
    const { version } = (await ask(installation, charity.token, 'GET', path)).body as unknown as { version: number }
    const number = `34-${charity.id}`
    const form = aCompleteForm({ country: 'TR', register: 'Vakiflar', number })
    expect((await ask(installation, charity.token, 'PUT', path, { version, form })).body).toMatchObject({
      charity: { country: 'GB', canChangeCountry: false },
      askable: 'change',
      missing: [],
    })
    const bank = { organization_id: BigInt(charity.id), account_name: 'Rahma Relief', numbers: Buffer.from('x') }
    await installation.app.db
      .insertInto('organizations.bank_details')
      .values({
        ...bank,
        id: installation.app.newId(),
        currency: 'GBP',
        country: 'GB',
        account_type: 'checking',
        last_four: '4321',
        needs_staff: false,
        entered_at: now,
        entered_by_account_id: charity.viewer.accountId,
      })
      .execute()
    const request = async () => {
      const { body } = await ask(installation, charity.token, 'POST', `${path}/requests`)
      return caseOf((body as unknown as { request: { id: string } }).request.id)
    }
    const isPublic = async () => {
      const { body } = await ask(installation, '', 'GET', `/v4/campaign-pages/${charity.subdomain}`)
      const { giftAid, organization } = body as unknown as { giftAid: boolean; organization: { country: string } }
      return [organization.country, giftAid]
    }
    const refusedCase = await request()
    const { texts, charity: inCase } = await look(first.token, refusedCase)
    expect(texts).toContainEqual({ name: 'country', before: 'GB', now: 'TR' })
    expect(texts).toContainEqual(expect.objectContaining({ name: 'bank', now: 'GBP, GB, …4321' }))
    expect(inCase.checklist.map(({ line }) => line)).not.toContain('gift-aid')
    await check(first.token, refusedCase, { registration: 'no' }, 'reject')
    await decide(second.token, refusedCase, 'reject', { template: 'authority', message: 'Not in this register.' })
    expect(await isPublic()).toEqual(['GB', true])
    expect(await stateOf(charity)).toMatchObject({ state: 'verified', receipts: 'uk', form: { country: 'TR' } })

    const secondCase = await request()
    await check(first.token, secondCase)
    expect(await isPublic()).toEqual(['GB', true])
    expect((await decide(second.token, secondCase, 'verify')).status).toBe(200)
    expect(await isPublic()).toEqual(['TR', false])
    expect(await stateOf(charity)).toMatchObject({ state: 'verified', receipts: 'plain', charity: { country: 'TR' } })
    const row = await installation.app.db
      .selectFrom('organizations.organization as o')
      .innerJoin('organizations.bank_details as b', 'b.organization_id', 'o.id')
      .select(['o.country', 'o.registration', 'o.time_zone', 'b.needs_staff'])
      .where('o.id', '=', BigInt(charity.id))
      .executeTakeFirstOrThrow()
    expect(row).toEqual({
      country: 'TR',
      registration: `Vakiflar ${number}`,
      time_zone: 'Europe/London',
      needs_staff: true,
    })
    const acts = await entriesAbout(installation.app.db, `organization:${charity.id}`, 20)
    expect(acts.find(({ act }) => act === 'charities.country-changed')).toMatchObject({
      details: { from: 'GB', to: 'TR' },
    })
    const mails = await installation.app.db
      .selectFrom('notifications.mail')
      .select('kind')
      .where('to_address', '=', charity.viewer.email)
      .where('kind', '=', 'charity-country-changed')
      .execute()
    expect(mails).toHaveLength(1)
  })

  test('send it back to the checklist instead of confirming, and what was read must be what is decided', async () => {
    const { caseId } = await inReview()
    const { seen } = await look(second.token, caseId)
    await check(first.token, caseId)
    const stale = { seen, decision: 'verify', reason: 'Seen before the checklist.' }
    expect(
      (await ask(installation, second.token, 'POST', `/v4/staff/cases/${caseId}/decision`, stale)).body,
    ).toMatchObject({
      code: 'case-moved',
    })
    expect((await ask(installation, second.token, 'DELETE', `/v4/staff/cases/${caseId}/checklist`)).status).toBe(200)
    expect((await look(first.token, caseId)).charity.checked).toBe(null)
  })

  test('are never members of the charity', async () => {
    const { charity, caseId } = await inReview()
    const member = await aMemberOf(installation, charity.id, 'editor')
    await installation.app.db
      .updateTable('identity.account')
      .set({ roles: ['reviewer'] })
      .where('id', '=', member.viewer.accountId)
      .execute()
    expect((await check(member.token, caseId)).body).toMatchObject({ code: 'own-charity' })
  })

  test('open documents, each time in the audit log; support and finance find no such case (security-3)', async () => {
    const { caseId } = await inReview()
    const { charity } = await look(first.token, caseId)
    const url = `/v4/staff/cases/${caseId}/documents/${charity.documents[0]!.id}`
    expect((await ask(installation, first.token, 'GET', url)).text.slice(0, 5)).toBe('%PDF-')
    const acts = await entriesAbout(installation.app.db, `case:${caseId}`, 10)
    expect(acts.map(({ act }) => act)).toContain('moderation.document-opened')
    for (const role of ['support', 'finance'] as const) {
      const { token } = await aSession(installation.app, { isConfirmed: true, roles: [role] })
      expect([403, 404]).toContain((await ask(installation, token, 'GET', url)).status)
      expect((await ask(installation, token, 'GET', `/v4/staff/cases/${caseId}`)).status).toBe(404)
    }
  })

  test('hand a verified charity over to the member its last owner named (accounts-15)', async () => {
    const { charity, caseId } = await inReview()
    await check(first.token, caseId)
    await decide(second.token, caseId, 'verify')
    const next = await aMemberOf(installation, charity.id, 'admin')
    const path = `${charity.path}/ownership`
    expect(
      (await ask(installation, charity.token, 'POST', path, { accountId: next.viewer.accountId })).body,
    ).toMatchObject({
      state: 'requested',
    })
    await syncCases(installation.app)
    const { id } = await installation.app.db
      .selectFrom('moderation.case')
      .select('id')
      .where('kind', '=', 'ownership')
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow()
    expect((await decide(first.token, id, 'apply')).status).toBe(200)
    expect((await decide(first.token, id, 'apply')).status).toBe(200)
    expect((await ask(installation, charity.token, 'GET', charity.path)).body).toMatchObject({ role: 'owner' })
    expect((await decide(second.token, id, 'apply')).status).toBe(200)
    expect((await ask(installation, next.token, 'GET', charity.path)).body).toMatchObject({ role: 'owner' })
    expect((await ask(installation, charity.token, 'GET', charity.path)).body).toMatchObject({ role: 'admin' })
  })
})

describe('pages that wait for the verification', () => {
  const whole = { title: 'Winter coats', description: '<p>Coats for families.</p>', category: 'community' }

  test('are read with the charity: nothing that staff has not seen goes live (pages-7)', async () => {
    const { charity, caseId } = await inReview()
    const path = `/v4/organizations/${charity.subdomain}/hosted-pages`
    const submit = async (title: string) => {
      const { body } = await ask(installation, charity.token, 'POST', path, { ...whole, title })
      const { slug } = body as unknown as { slug: string }
      await ask(installation, charity.token, 'POST', `${path}/${slug}/state`, { state: 'published' })
      return slug
    }
    const statusOf = async (slug: string) =>
      ((await ask(installation, charity.token, 'GET', `${path}/${slug}`)).body as unknown as { status: string }).status
    const coats = await submit('Winter coats')
    await check(first.token, caseId)
    const { seen, charity: shown } = await look(second.token, caseId)
    expect(shown.pages).toMatchObject([{ title: 'Winter coats', description: 'Coats for families.' }])
    const water = await submit('Clean water')
    const stale = { seen, decision: 'verify', reason: 'Read one page only.' }
    expect(
      (await ask(installation, second.token, 'POST', `/v4/staff/cases/${caseId}/decision`, stale)).body,
    ).toMatchObject({
      code: 'case-moved',
    })
    expect([await statusOf(coats), await statusOf(water)]).toEqual(['review', 'review'])
    await ask(installation, charity.token, 'POST', `${path}/${water}/state`, { state: 'draft' })
    expect((await decide(second.token, caseId, 'verify')).status).toBe(200)
    expect([await statusOf(coats), await statusOf(water)]).toEqual(['published', 'draft'])
    expect((await ask(installation, '', 'GET', `${path}/${coats}`)).status).toBe(200)
  })

  test('stay unpublished when the charity is rejected', async () => {
    const { charity, caseId } = await inReview()
    const path = `/v4/organizations/${charity.subdomain}/hosted-pages`
    await ask(installation, charity.token, 'POST', path, whole)
    await ask(installation, charity.token, 'POST', `${path}/winter-coats/state`, { state: 'published' })
    await check(first.token, caseId, { authority: 'no' }, 'reject')
    await decide(second.token, caseId, 'reject', { template: 'authority', message: 'Please ask your chair.' })
    expect((await ask(installation, charity.token, 'GET', `${path}/winter-coats`)).body).toMatchObject({
      status: 'review',
    })
    expect((await ask(installation, '', 'GET', `${path}/winter-coats`)).status).toBe(404)
  })
})

describe('name screening', () => {
  const list = (name: string, id: string) =>
    `name,aliases,birth_year,country,source,id\n${name},,1971,GB,Invented list,${id}\n`

  test('without a list the case says “not screened”; a list that is loaded screens charities (content-26)', async () => {
    const { charity, caseId } = await inReview({
      people: [
        { fullName: 'Zaynab Qutb', office: 'Chair', birthYear: 1971, birthMonth: 5, country: 'GB' },
        { fullName: 'Idris Noor', office: 'Treasurer', birthYear: 1984, birthMonth: 11, country: 'GB' },
      ],
    })
    expect((await look(first.token, caseId)).charity).toMatchObject({ screening: 'not-screened', matches: [] })
    const loaded = await loadScreeningList(installation.app, { name: 'invented', text: list('Zainab Qutb', 'x-1') })
    expect(loaded).toMatchObject({ entries: 1, matches: 1 })
    // An entry that was decided doesn't match again.
    expect(
      await loadScreeningList(installation.app, { name: 'invented', text: list('Zainab Qutb', 'x-1') }),
    ).toMatchObject({
      matches: 0,
    })
    await check(first.token, caseId)
    expect((await decide(second.token, caseId, 'verify')).body).toMatchObject({ code: 'match-open' })
    expect((await stateOf(charity)).state).toBe('requested')
    const [match] = (await look(first.token, caseId)).charity.matches
    const matchCaseId = await caseOf(match!.id)
    expect((await look(first.token, matchCaseId)).match).toMatchObject({
      subject: 'person',
      screenedName: 'Zaynab Qutb',
      person: { office: 'Chair', birthYear: 1971, birthMonth: 5, country: 'GB' },
      names: ['Zainab Qutb'],
      entry: { birthYear: 1971, country: 'GB' },
      first: null,
    })
    expect((await decide(first.token, matchCaseId, 'other-person')).status).toBe(200)
    expect(await look(second.token, matchCaseId)).toMatchObject({
      state: 'open',
      match: { first: { finding: 'other', isOwn: false } },
    })
    expect((await decide(second.token, matchCaseId, 'same-person')).body).toMatchObject({ code: 'match-disagreement' })
    expect((await decide(second.token, matchCaseId, 'other-person')).status).toBe(200)
    expect(await look(second.token, matchCaseId)).toMatchObject({ state: 'decided' })
    expect((await decide(second.token, caseId, 'verify')).status).toBe(200)
  })

  test('the same person: the charity is rejected and reads nothing of a list (content-26)', async () => {
    await loadScreeningList(installation.app, { name: 'invented', text: list('Haroun Mislim', 'x-2') })
    const { charity, caseId } = await inReview({
      people: [
        { fullName: 'Harun Mislim', office: 'Chair', birthYear: 1971, birthMonth: 5, country: 'GB' },
        { fullName: 'Idris Noor', office: 'Treasurer', birthYear: 1984, birthMonth: 11, country: 'GB' },
      ],
    })
    const { charity: shown } = await look(first.token, caseId)
    expect(shown.screening).toBe('matched')
    const matchCaseId = await caseOf(shown.matches[0]!.id)
    await decide(first.token, matchCaseId, 'same-person')
    const mine = await ask(installation, charity.token, 'GET', `${charity.path}/verification`)
    expect(mine.text).not.toMatch(/screening|match|invented/i)
    expect((await decide(second.token, matchCaseId, 'same-person')).status).toBe(200)
    expect(await stateOf(charity)).toMatchObject({ state: 'rejected' })
  })
})
