import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { insertMembers } from '#modules/causes/organizations/index.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { createFundraiser } from './create-fundraiser.ts'
import { decideSubmission } from './submissions/decide-submission.ts'
import { findSubmission, listOpenSubmissions } from './queries/submissions.ts'
import { aDraft } from './testing.ts'

let installation: TestApp
let now = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ clock: () => now })
})
afterAll(() => installation.close())

async function aPerson(over: Parameters<typeof aSession>[1] = {}) {
  const { token, viewer } = await aSession(installation.app, { isConfirmed: true, ...over })
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload: object = {}) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    }
    const answer = await installation.fastify.inject({ method, url, headers, ...(method === 'GET' ? {} : { payload }) })
    return { status: answer.statusCode, body: answer.json() }
  }
  const upload = async (bytes: Buffer, query = '') =>
    (
      await installation.fastify.inject({
        method: 'POST',
        url: `/v4/media${query}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
        payload: bytes,
      })
    ).json() as { id: string; url: string }
  return { viewer, token, ask, upload }
}
type Person = Awaited<ReturnType<typeof aPerson>>
const page = (slug: string) => installation.fastify.inject({ method: 'GET', url: `/v4/campaign-pages/${slug}` })
const changeState = (who: Person, id: bigint | string, state: string, reason = '') =>
  who.ask('POST', '/api/projectadmin/changeProjectState', { id: String(id), state, reason })
const picture = () =>
  sharp({ create: { width: 800, height: 450, channels: 3, background: '#388953' } })
    .png()
    .toBuffer()

const begin = (who: Person, organizationId: bigint, over: object = {}) =>
  who.ask('POST', '/v4/fundraisers', {
    organizationId: String(organizationId),
    title: 'Clean water for all',
    category: 'water',
    currency: 'GBP',
    ...over,
  })

test('starts as a private draft of its organizer under a slug of its title [S2 §5]', async () => {
  const [amina, bilal] = [await aPerson(), await aPerson()]
  const charity = await anOrganization(installation.app)
  const first = await begin(amina, charity.id)
  const second = await begin(amina, charity.id, { title: 'Clean   WATER -- for all!' })
  expect([first.status, first.body.slug]).toEqual([200, 'clean-water-for-all'])
  expect(second.body.slug).toBe('clean-water----for-all-2')
  expect((await begin(amina, charity.id)).body.slug).toBe('clean-water-for-all-3')
  expect((await begin(amina, charity.id, { title: 'ماء نقي' })).body.slug).toMatch(/^untitled-campaign-[a-z0-9]{6}$/)
  expect((await page(first.body.slug)).statusCode).toBe(404)
  expect((await bilal.ask('GET', `/v4/campaigns/${first.body.id}/draft`)).status).toBe(404)
  const own = await amina.ask('GET', '/v4/fundraisers/own')
  expect(own.body.fundraisers[0]).toMatchObject({ state: 'draft', role: 'organizer', title: 'ماء نقي' })
  expect((await bilal.ask('GET', '/v4/fundraisers/own')).body).toEqual({ fundraisers: [], charities: [] })
})

test('reports faults of a new one at their fields; only members start a charity’s own', async () => {
  const amina = await aPerson()
  const charity = await anOrganization(installation.app)
  const wrong = await amina.ask('POST', '/v4/fundraisers', {
    organizationId: '999999',
    title: ' ',
    category: 'cats',
    currency: 'XXX',
  })
  expect([wrong.status, Object.keys(wrong.body.fields).toSorted()]).toEqual([
    400,
    ['category', 'currency', 'organizationId', 'title'],
  ])
  expect((await begin(amina, charity.id, { by: 'charity' })).body.fields).toHaveProperty('by')
  await installation.app.write((tx) =>
    insertMembers(tx, [{ organizationId: charity.id, accountId: amina.viewer.accountId, role: 'editor', at: now }]),
  )
  const { body } = await begin(amina, charity.id, { by: 'charity', title: 'Of the charity' })
  expect((await amina.ask('GET', `/v4/campaigns/${body.id}/draft`)).body).toMatchObject({
    organizerName: charity.name,
    giftAid: charity.receipt_regime === 'uk',
  })
})

test('what amounts do is stored by amount, and the public page has it; an invalid one changes nothing [content-41]', async () => {
  const amina = await aPerson()
  const charity = await anOrganization(installation.app)
  const { id, slug } = (await begin(amina, charity.id, { title: 'Meals for families', currency: 'GBP' })).body
  const save = (version: number, impacts: object[]) =>
    amina.ask('PATCH', `/v4/campaigns/${id}/draft`, { version, impacts })
  const saved = await save(0, [
    { amount: '٥٠', text: ' feeds a family  for a week ' },
    { amount: '', text: '' },
    { amount: '10', text: 'gives ten meals' },
  ])
  expect(saved.body.wrong).toEqual([])
  expect(saved.body.content.impacts).toEqual([
    { amount: '50', text: 'feeds a family for a week' },
    { amount: '10', text: 'gives ten meals' },
  ])
  const refused = await save(1, [{ amount: 'many', text: 'feeds' }])
  expect(refused.body.wrong).toMatchObject([{ field: 'impacts', code: 'impact-amount-invalid' }])
  await installation.app.db.updateTable('campaigns.campaign').set({ status: 1 }).where('id', '=', BigInt(id)).execute()
  const page = await installation.fastify.inject({ url: `/v4/campaign-pages/${slug}` })
  expect(page.json<{ impacts: object[] }>().impacts).toEqual([
    { amount: 1000, text: 'gives ten meals' },
    { amount: 5000, text: 'feeds a family for a week' },
  ])
})

test('saves a draft unfinished; valid parts apply, and its last day ends in the charity’s zone [S2 §9]', async () => {
  const amina = await aPerson()
  const charity = await anOrganization(installation.app, { time_zone: 'Asia/Karachi' })
  const { id } = (await begin(amina, charity.id, { title: 'As it is typed' })).body
  const saved = await amina.ask('PATCH', `/v4/campaigns/${id}/draft`, {
    version: 0,
    goal: '٥٠٠٠',
    endDate: '2027-03-31',
    tagline: '',
    story: '<p>Hello<script>alert(1)</script> <b>all</b></p>',
    minimumDonation: 'ten',
  })
  expect(saved.body).toMatchObject({
    version: 1,
    content: {
      goal: '5000',
      endDate: '2027-03-31',
      story: '<p>Hello <strong>all</strong></p>',
      minimumDonation: 'ten',
    },
  })
  expect(saved.body.wrong).toMatchObject([{ field: 'minimumDonation', code: 'amount-invalid' }])
  expect(saved.body.missing.map(({ field }: { field: string }) => field)).toEqual(
    expect.arrayContaining(['tagline', 'country', 'story', 'minimumDonation']),
  )
  const row = await installation.app.db
    .selectFrom('campaigns.campaign')
    .select(['goal', 'ends_at', 'minimum_donation', 'status'])
    .where('id', '=', BigInt(id))
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ goal: 500_000n, ends_at: new Date('2027-03-31T18:59:59Z'), minimum_donation: null, status: 0 })
})

test('a title or tagline can’t change the direction of later text', async () => {
  const amina = await aPerson()
  const charity = await anOrganization(installation.app)
  const { id } = (await begin(amina, charity.id, { title: 'Wells\u202e for all' })).body
  const row = async () =>
    installation.app.db
      .selectFrom('campaigns.campaign')
      .select(['name', 'tagline', 'location'])
      .where('id', '=', BigInt(id))
      .executeTakeFirstOrThrow()
  expect((await row()).name).toBe('Wells for all')
  const over = { title: 'A well\u202e of ours', tagline: 'Deep\u2067 and clean', location: 'Thar\u202d' }
  await amina.ask('PATCH', `/v4/campaigns/${id}/draft`, { version: 0, ...over })
  expect(await row()).toEqual({ name: 'A well of ours', tagline: 'Deep and clean', location: 'Thar' })
})

test('with two tabs, the later one gets a conflict with the current content, and nothing is lost', async () => {
  const amina = await aPerson()
  const draft = await aDraft(installation.app, amina.viewer)
  const url = `/v4/campaigns/${draft.id}/draft`
  await amina.ask('PATCH', url, { version: 0, tagline: 'Of the first tab' })
  const late = await amina.ask('PATCH', url, { version: 0, tagline: 'Of the second tab' })
  expect([late.status, late.body.code, late.body.draft.version, late.body.draft.content.tagline]).toEqual([
    409,
    'draft-changed',
    1,
    'Of the first tab',
  ])
  const both = await Promise.all(
    [1, 1, 1].map((version, place) => amina.ask('PATCH', url, { version, tagline: `At once ${place}` })),
  )
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

test('a cover is the author’s upload with a description, never another’s picture', async () => {
  const [amina, bilal] = [await aPerson(), await aPerson()]
  const draft = await aDraft(installation.app, amina.viewer)
  const url = `/v4/campaigns/${draft.id}/draft`
  const [own, others] = [
    await amina.upload(await picture(), `?campaignId=${draft.id}`),
    await bilal.upload(await picture()),
  ]
  expect((await amina.ask('PATCH', url, { version: 0, coverId: others.id })).body.fields).toHaveProperty('coverId')
  expect((await amina.ask('PATCH', url, { version: 0, coverId: 'nonsense' })).status).toBe(400)
  const kept = await amina.ask('PATCH', url, { version: 0, coverId: own.id })
  expect([kept.body.coverUrl, kept.body.missing]).toMatchObject([
    `/media/${own.id}.webp?v=1`,
    [{ field: 'coverAlt', code: 'cover-alt-missing' }],
  ])
  await amina.ask('PATCH', url, { version: 1, coverAlt: 'A well in the desert' })
  await installation.app.db.updateTable('campaigns.campaign').set({ status: 1 }).where('id', '=', draft.id).execute()
  expect((await page(draft.slug)).json()).toMatchObject({
    imageUrl: `/media/${own.id}.webp?v=1`,
    imageAlt: 'A well in the desert',
    previewImageUrl: expect.stringMatching(new RegExp(`^/share/${draft.slug}/link\\.jpg\\?v=\\w+$`)),
  })
  const used = await installation.app.db
    .selectFrom('media.picture')
    .select('used_at')
    .where('id', '=', own.id)
    .executeTakeFirstOrThrow()
  expect(used.used_at).not.toBeNull()
})

test('a gallery is kept with its order, descriptions and focal points, and published with the draft [content-30]', async () => {
  const [amina, bilal] = [await aPerson(), await aPerson()]
  const live = await aDraft(installation.app, amina.viewer, { status: 1 })
  const url = `/v4/campaigns/${live.id}/draft`
  const [first, second, others] = [
    await amina.upload(await picture(), `?campaignId=${live.id}`),
    await amina.upload(await picture(), `?campaignId=${live.id}`),
    await bilal.upload(await picture()),
  ]
  const shown = (id: string, alt = '', x = 50, y = 50) => ({ id, alt, x, y })
  const refused = (gallery: unknown) => amina.ask('PATCH', url, { version: 0, gallery })
  expect((await refused([shown(first.id), shown(others.id)])).body.fields).toHaveProperty('gallery')
  expect((await refused([shown(first.id), shown(first.id)])).body.fields).toHaveProperty('gallery')
  expect((await refused(Array.from({ length: 9 }, () => shown(randomUUID())))).status).toBe(400)
  expect((await refused([shown(first.id, 'A well', 101)])).status).toBe(400)

  const gallery = [shown(second.id, 'A well', 0, 100), shown(first.id)]
  expect((await amina.ask('PATCH', url, { version: 0, gallery })).body.content.gallery).toEqual(gallery)
  const published = await amina.ask('POST', `${url}/publish`, { version: 1 })
  expect(published.body.fields).toMatchObject({ gallery: expect.stringContaining('picture 2') })
  const described = [shown(second.id, 'A well', 0, 100), shown(first.id, 'A hand pump')]
  await amina.ask('PATCH', url, { version: 1, gallery: described })
  expect((await page(live.slug)).json()).toMatchObject({ gallery: [] })
  expect((await amina.ask('POST', `${url}/publish`, { version: 2 })).body).toMatchObject({ published: true })
  expect((await page(live.slug)).json().gallery).toEqual([
    { url: `/media/${second.id}.webp?v=1`, alt: 'A well', x: 0, y: 100 },
    { url: `/media/${first.id}.webp?v=1`, alt: 'A hand pump', x: 50, y: 50 },
  ])
  const unused = installation.app.db.selectFrom('media.picture').select('id').where('used_at', 'is', null)
  expect((await unused.where('id', 'in', [first.id, second.id]).execute()).length).toBe(0)
})

test('draft → in review → active ⇄ paused → closed: only these transitions, with staff’s decision', async () => {
  const [amina, staff] = [await aPerson(), await aPerson({ roles: ['reviewer'] })]
  const draft = await aDraft(installation.app, amina.viewer, { tagline: '' })
  const open = await amina.ask('POST', '/api/projectadmin/requirementsCheck', { id: Number(draft.id) })
  expect(open.body.result).toMatchObject({
    state: 'draft',
    ready: false,
    missing: [{ field: 'tagline', message: 'Describe the fundraiser in one line.' }],
  })
  expect((await changeState(amina, draft.id, 'review')).body).toMatchObject({
    success: false,
    result: { code: 'requirements-missing', fields: { tagline: expect.any(String) } },
  })
  await amina.ask('PATCH', `/v4/campaigns/${draft.id}/draft`, { version: 0, tagline: 'A well for eleven villages' })
  expect((await changeState(amina, draft.id, 'active')).body.result).toMatchObject({
    code: 'state-not-allowed',
    state: 'draft',
  })
  expect((await changeState(amina, draft.id, 'review')).body.result).toEqual({ id: String(draft.id), state: 'review' })
  expect((await changeState(amina, draft.id, 'review')).status).toBe(409)
  expect(
    (await amina.ask('PATCH', `/v4/campaigns/${draft.id}/draft`, { version: 1, title: 'Sneaked in' })).body.code,
  ).toBe('fundraiser-in-review')

  const mine = async () =>
    (await listOpenSubmissions(installation.app.db, { limit: 50, askedBefore: new Date(0) })).find(
      ({ campaignId }) => campaignId === draft.id,
    )!
  expect((await mine()).submittedBy).toBe(amina.viewer.accountId)
  expect((await changeState(amina, draft.id, 'draft')).status).toBe(200)
  await changeState(amina, draft.id, 'review')
  await expect(
    decideSubmission(installation.app, staff.viewer.accountId, {
      submissionId: (await mine()).id,
      decision: 'rejected',
      reason: ' ',
    }),
  ).rejects.toMatchObject({ status: 400 })
  await decideSubmission(installation.app, staff.viewer.accountId, {
    submissionId: (await mine()).id,
    decision: 'rejected',
    reason: 'Who digs the well?',
  })
  expect((await amina.ask('GET', `/v4/campaigns/${draft.id}/draft`)).body).toMatchObject({
    state: 'draft',
    review: { decision: 'rejected', reason: 'Who digs the well?' },
  })

  await changeState(amina, draft.id, 'review')
  const { id: submissionId } = await mine()
  const twice = await Promise.allSettled(
    ['approved', 'rejected'].map((decision) =>
      decideSubmission(installation.app, staff.viewer.accountId, {
        submissionId,
        decision: decision as 'approved',
        reason: 'Good',
      }),
    ),
  )
  expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  if ((await findSubmission(installation.app.db, submissionId))!.decision === 'rejected') {
    await changeState(amina, draft.id, 'review')
    await decideSubmission(installation.app, staff.viewer.accountId, {
      submissionId: (await mine()).id,
      decision: 'approved',
      reason: '',
    })
  }
  expect((await page(draft.slug)).json().open).toBe(true)
  for (const [state, isOpen] of [
    ['paused', false],
    ['active', true],
    ['closed', false],
  ] as const) {
    expect((await changeState(amina, draft.id, state)).status).toBe(200)
    expect((await page(draft.slug)).json().open).toBe(isOpen)
    now = new Date(now.getTime() + 1100)
    const donation = await installation.fastify.inject({
      method: 'GET',
      url: `/api/donate/minimumProjectForDonation/${draft.id}`,
    })
    expect(donation.json().result.status === 1).toBe(isOpen)
  }
  for (const state of ['active', 'paused', 'draft', 'review', 'closed'])
    expect((await changeState(amina, draft.id, state)).status).toBe(409)
  const acts = (await entriesAbout(installation.app.db, `campaign:${draft.id}`, 50)).map(({ act }) => act)
  expect(acts).toEqual(
    expect.arrayContaining(['fundraising.state-changed', 'fundraising.approved', 'fundraising.rejected']),
  )
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select(['kind', 'content'])
    .where('to_address', '=', amina.viewer.email)
    .execute()
  expect(mails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['fundraiser-rejected', 'fundraiser-approved']))
  expect(JSON.stringify(mails)).toContain('Who digs the well?')
})

test('an unconfirmed email can’t submit', async () => {
  const guestlike = await aPerson({ isConfirmed: false })
  const draft = await aDraft(installation.app, guestlike.viewer)
  expect((await changeState(guestlike, draft.id, 'review')).body.result.fields).toHaveProperty('email')
})

test('a public fundraiser changes when its edit is published; reviewers keep the earlier text', async () => {
  const amina = await aPerson()
  const live = await aDraft(installation.app, amina.viewer, { status: 1, zakat_verified: true, goal: 500_000n })
  const url = `/v4/campaigns/${live.id}/draft`
  const edited = await amina.ask('PATCH', url, {
    version: 0,
    title: 'Clean water, twice',
    goal: '9000',
    location: 'Sindh',
  })
  expect(edited.body).toMatchObject({ published: false, version: 1 })
  expect((await page(live.slug)).json().title).toBe(live.name)
  expect((await amina.ask('POST', `${url}/publish`, { version: 0 })).body.code).toBe('draft-changed')
  expect((await amina.ask('POST', `${url}/publish`, { version: 1 })).body).toMatchObject({
    published: true,
    content: { title: 'Clean water, twice' },
  })
  expect((await page(live.slug)).json()).toMatchObject({
    title: 'Clean water, twice',
    goal: 900_000,
    location: 'Sindh',
  })
  const [revision, ...others] = await installation.app.db
    .selectFrom('fundraising.revision')
    .selectAll()
    .where('campaign_id', '=', live.id)
    .execute()
  expect(revision).toMatchObject({
    author_id: amina.viewer.accountId,
    before: { title: live.name, goal: '5000', location: '' },
    after: { title: 'Clean water, twice', goal: '9000', location: 'Sindh' },
  })
  expect(others).toEqual([])
  expect(await entriesAbout(installation.app.db, `campaign:${live.id}`, 1)).toMatchObject([
    { act: 'fundraising.edited', ip: '127.0.0.1' },
  ])
  await amina.ask('PATCH', url, { version: 2, goal: 'much' })
  expect((await amina.ask('POST', `${url}/publish`, { version: 3 })).body.fields).toHaveProperty('goal')
})

test('mails a decision about a charity’s own to writer and submitter, else to its owners and admins', async () => {
  const [owner, admin, finance, editor, staff] = await Promise.all([0, 1, 2, 3, 4].map(() => aPerson()))
  const draft = await aDraft(installation.app, editor!.viewer, { role: 'editor' })
  const roles = [
    [owner!, 'owner'],
    [admin!, 'admin'],
    [finance!, 'finance'],
    [editor!, 'editor'],
  ] as const
  await installation.app.write((tx) =>
    insertMembers(
      tx,
      roles.map(([who, role]) => ({
        organizationId: draft.organization_id,
        accountId: who.viewer.accountId,
        role,
        at: now,
      })),
    ),
  )
  await owner!.ask('PATCH', `/v4/campaigns/${draft.id}/draft`, { version: 0, tagline: 'A well for eleven villages' })
  const recipientsOf = async (reason: string) => {
    const mails = await installation.app.db
      .selectFrom('notifications.mail')
      .select(['to_address', 'content'])
      .where('kind', '=', 'fundraiser-rejected')
      .execute()
    return mails.filter(({ content }) => JSON.stringify(content).includes(reason)).map(({ to_address }) => to_address)
  }
  const ledTo = async ({ viewer }: { viewer: { email: string } }) => {
    const mail = await installation.app.db
      .selectFrom('notifications.mail')
      .select('content')
      .where('to_address', '=', viewer.email)
      .executeTakeFirstOrThrow()
    return new RegExp(`/organize/${draft.id}/(\\w+)`).exec(JSON.stringify(mail.content))?.[1]
  }
  /** Returns whether the list of own fundraisers links to the editing page. */
  const canEdit = async ({ ask }: Pick<Awaited<ReturnType<typeof aPerson>>, 'ask'>) => {
    const { body } = await ask('GET', '/v4/fundraisers/own')
    return (body.fundraisers as { id: string; canEdit: boolean }[]).find(({ id }) => id === String(draft.id))!.canEdit
  }
  const reject = async (reason: string) => {
    const { id } = (await listOpenSubmissions(installation.app.db, { limit: 50, askedBefore: new Date(0) })).find(
      ({ campaignId }) => campaignId === draft.id,
    )!
    await decideSubmission(installation.app, staff!.viewer.accountId, {
      submissionId: id,
      decision: 'rejected',
      reason,
    })
    return (await recipientsOf(reason)).toSorted()
  }
  expect((await changeState(editor!, draft.id, 'review')).status).toBe(403)
  expect((await changeState(finance!, draft.id, 'review')).status).toBe(200)
  expect(await reject('Who asks for this?')).toEqual([finance!.viewer.email, editor!.viewer.email].toSorted())
  // Each mail links to a page that its recipient can open.
  expect([await ledTo(editor!), await ledTo(finance!)]).toEqual(['edit', 'state'])
  expect([await canEdit(editor!), await canEdit(finance!)]).toEqual([true, false])

  expect((await changeState(finance!, draft.id, 'review')).status).toBe(200)
  for (const { viewer } of [editor!, finance!])
    await owner!.ask('DELETE', `/v4/organizations/${draft.organization_id}/members/${viewer.accountId}`)
  expect(await reject('And who drinks of it?')).toEqual([owner!.viewer.email, admin!.viewer.email].toSorted())
})

test('a charity can pause and resume its general fund but not close it (content-4)', async () => {
  const owner = await aPerson()
  const fund = await aCampaign(installation.app, { kind: 'general-fund', ends_at: null })
  await installation.app.write((tx) =>
    insertMembers(tx, [
      { organizationId: fund.organization_id, accountId: owner.viewer.accountId, role: 'owner', at: now },
    ]),
  )
  for (const [state, status] of [
    ['closed', 409],
    ['paused', 200],
    ['closed', 409],
    ['active', 200],
  ] as const)
    expect((await changeState(owner, fund.id, state)).status).toBe(status)
  const close = installation.app.db
    .updateTable('campaigns.campaign')
    .set({ status: 3 })
    .where('id', '=', fund.id)
    .execute()
  await expect(close).rejects.toMatchObject({ constraint: 'fund_never_closed' })
})

test('a new picture needs a description; one missing before blocks nothing else', async () => {
  const amina = await aPerson()
  const live = await aDraft(installation.app, amina.viewer, { status: 1 })
  const url = `/v4/campaigns/${live.id}/draft`
  const { id: coverId } = await amina.upload(await picture(), `?campaignId=${live.id}`)
  await amina.ask('PATCH', url, { version: 0, coverId })
  expect(Object.keys((await amina.ask('POST', `${url}/publish`, { version: 1 })).body.fields)).toEqual(['coverAlt'])
  await amina.ask('PATCH', url, { version: 1, coverAlt: 'A hand pump' })
  expect((await amina.ask('POST', `${url}/publish`, { version: 2 })).body).toMatchObject({ published: true })

  await installation.app.db.updateTable('campaigns.campaign').set({ cover_alt: '' }).where('id', '=', live.id).execute()
  await amina.ask('PATCH', url, { version: 3, coverAlt: '', location: 'Sindh' })
  expect((await amina.ask('POST', `${url}/publish`, { version: 4 })).body).toMatchObject({ published: true })
})

test('permissions: organizer, editor, viewer, members of the charity, others (security-3)', async () => {
  const [organizer, editor, viewer, finance, stranger] = await Promise.all([0, 1, 2, 3, 4].map(() => aPerson()))
  const draft = await aDraft(installation.app, organizer!.viewer)
  await aDraft(installation.app, stranger!.viewer)
  await installation.app.write(async (tx) => {
    await insertTeamMembers(tx, [
      { campaignId: draft.id, accountId: editor!.viewer.accountId, role: 'editor', publicName: '', at: now },
      { campaignId: draft.id, accountId: viewer!.viewer.accountId, role: 'viewer', publicName: '', at: now },
    ])
    await insertMembers(tx, [
      { organizationId: draft.organization_id, accountId: finance!.viewer.accountId, role: 'finance', at: now },
    ])
  })
  const calls = [
    ['GET', `/v4/campaigns/${draft.id}/draft`],
    ['GET', `/v4/campaigns/${draft.id}/levels`],
    ['GET', `/v4/campaigns/${draft.id}/news`],
    ['GET', `/v4/campaigns/${draft.id}/team`],
    ['POST', `/v4/campaigns/${draft.id}/team/invitations`],
    ['POST', '/api/projectadmin/requirementsCheck'],
  ] as const
  const knock = (who: Person) =>
    Promise.all(
      calls.map(
        async ([method, url]) =>
          (await who.ask(method, url, { id: String(draft.id), email: 'a@example.org', role: 'viewer' })).status,
      ),
    )
  expect(await knock(organizer!)).toEqual([200, 200, 200, 200, 200, 200])
  expect(await knock(editor!)).toEqual([200, 200, 200, 200, 403, 403])
  expect(await knock(viewer!)).toEqual([403, 403, 200, 200, 403, 403])
  expect(await knock(finance!)).toEqual([403, 403, 200, 200, 403, 200])
  expect(await knock(stranger!)).toEqual([404, 404, 404, 404, 404, 404])
})

test('drafts in a charity’s name count towards their author’s limit', async () => {
  const { viewer } = await aPerson()
  const charity = await anOrganization(installation.app)
  await installation.app.write((tx) =>
    insertMembers(tx, [{ organizationId: charity.id, accountId: viewer.accountId, role: 'editor', at: now }]),
  )
  const request = {
    organizationId: String(charity.id),
    title: 'One of many',
    category: 'water',
    currency: 'GBP',
    by: 'charity',
  } as const
  for (let begun = 0; begun < 20; begun++) await createFundraiser(installation.app, viewer, aRequestContext(), request)
  await expect(createFundraiser(installation.app, viewer, aRequestContext(), request)).rejects.toMatchObject({
    code: 'too-many-drafts',
  })
})

test('a copy is a draft of its own with story, goal and levels, and without donations; a viewer makes none', async () => {
  const owner = await aPerson()
  const source = await aDraft(installation.app, owner.viewer, { goal: 5_000_00n })
  await owner.ask('PATCH', `/v4/campaigns/${source.id}/draft`, { version: 0, tagline: 'Eleven villages' })
  await owner.ask('POST', `/v4/campaigns/${source.id}/levels`, { amount: '25', title: 'A tap', limit: '10' })
  const { status, body } = await owner.ask('POST', `/v4/campaigns/${source.id}/duplicate`)
  expect(status).toBe(200)
  expect(body.slug).not.toBe(source.slug)
  const copy = await owner.ask('GET', `/v4/campaigns/${body.id}/draft`)
  const original = await owner.ask('GET', `/v4/campaigns/${source.id}/draft`)
  expect(copy.body).toMatchObject({ state: 'draft', raised: 0, content: { tagline: 'Eleven villages', endDate: '' } })
  expect(copy.body.content.story).toBe(original.body.content.story)
  expect(copy.body.content.goal).toBe(original.body.content.goal)
  const { levels } = (await owner.ask('GET', `/v4/campaigns/${body.id}/levels`)).body
  expect(levels).toMatchObject([{ title: 'A tap', amount: 25_00, limit: 10, claimed: 0 }])

  const viewer = await aPerson()
  await installation.app.write((tx) =>
    insertTeamMembers(tx, [
      { campaignId: source.id, accountId: viewer.viewer.accountId, role: 'viewer', publicName: '', at: now },
    ]),
  )
  expect((await viewer.ask('POST', `/v4/campaigns/${source.id}/duplicate`)).status).toBe(403)
})
