import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { memberRoles, type MemberRole } from '#modules/causes/organizations/rules/roles.ts'
import { aMemberOf, ask, aSignedUpCharity } from '#modules/organizers/charities/testing.ts'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
let now = new Date('2026-11-24T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ clock: () => now })
})
beforeEach(() => void (now = new Date('2026-11-24T12:00:00Z')))
afterAll(() => installation.close())

/** Creates a verified charity with the token of one member for each role. */
async function aCharity(over: Parameters<typeof anOrganization>[1] = {}) {
  const charity = await anOrganization(installation.app, over)
  const tokens = {} as Record<MemberRole, string>
  for (const role of memberRoles) tokens[role] = (await aMemberOf(installation, charity.id.toString(), role)).token
  return { id: charity.id, slug: charity.slug, tokens, path: `/v4/organizations/${charity.slug}/hosted-pages` }
}
type Charity = Awaited<ReturnType<typeof aCharity>>

const whole = { title: 'Winter appeal', description: '<p>Coats.</p><script>alert(1)</script>', category: 'community' }
const create = (charity: Charity, over: object = {}) =>
  ask(installation, charity.tokens.owner, 'POST', charity.path, { ...whole, ...over }).then(
    ({ body }) =>
      body as unknown as {
        id: string
        slug: string
        version: number
        legacyCampaignId: string
        legacyCampaignSlug: string
      },
  )
const move = (charity: Charity, slug: string, state: string, token = charity.tokens.owner) =>
  ask(installation, token, 'POST', `${charity.path}/${slug}/state`, { state })
const statusOf = async (path: string, token = '') => (await ask(installation, token, 'GET', path)).status

describe('creating', () => {
  test('answers the page of the specification as a draft with a campaign of its own [S2 §3] [pages-1]', async () => {
    const charity = await aCharity()
    const { status, body } = await ask(installation, charity.tokens.editor, 'POST', charity.path, {
      ...whole,
      goalCurrency: 'GBP',
      donationGoal: 500_000,
      endDate: '2026-12-31',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      organizationId: charity.id.toString(),
      legacyAccountId: charity.id.toString(),
      legacyCampaignSlug: 'winter-appeal',
      slug: 'winter-appeal',
      type: 'organization',
      status: 'draft',
      currency: 'GBP',
      settlementCurrency: 'GBP',
      goal: 500_000,
      endDate: '2026-12-31T23:59:59.000Z',
      description: '<p>Coats.</p>',
      settings: { primaryColor: '#4AA567', onPrimary: '#141917', secondaryColor: '#2C633D', onSecondary: '#FFFFFF' },
    })
    const campaign = await installation.app.db
      .selectFrom('campaigns.campaign')
      .select(['kind', 'status', 'name', 'gift_aid'])
      .where('slug', '=', 'winter-appeal')
      .executeTakeFirst()
    expect(campaign).toEqual({ kind: 'hosted-page', status: 0, name: 'Winter appeal', gift_aid: true })
    expect(await statusOf(`${charity.path}/winter-appeal`)).toBe(404)
    expect(await statusOf('/v4/campaign-pages/winter-appeal')).toBe(404)
  })

  test('refuses a page without a title in the words of the specification, and saves nothing [S2 §5] [S2 §8]', async () => {
    const charity = await aCharity()
    for (const title of [undefined, '', '  ']) {
      const { status, body } = await ask(installation, charity.tokens.owner, 'POST', charity.path, { title })
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({ message: 'Validation failed', fields: { title: 'Campaign title is required' } }),
      ])
    }
    expect((await ask(installation, charity.tokens.owner, 'GET', charity.path)).body).toEqual({
      pages: [],
      proposedCurrency: 'GBP',
    })
  })

  test('the same Idempotency-Key answers the same page; with another body it is refused (pages-1)', async () => {
    const charity = await aCharity()
    const send = (title: string) =>
      installation.fastify.inject({
        method: 'POST',
        url: charity.path,
        headers: { authorization: `Bearer ${charity.tokens.owner}`, 'idempotency-key': 'one press' },
        payload: { title },
      })
    const answers = await Promise.all([send('Once'), send('Once'), send('Once')])
    expect(new Set(answers.map((answer) => answer.json<{ id: string }>().id)).size).toBe(1)
    expect((await send('Another')).statusCode).toBe(422)
    const { body } = await ask(installation, charity.tokens.owner, 'GET', charity.path)
    expect((body as unknown as { pages: unknown[] }).pages).toHaveLength(1)
  })

  test('numbers a slug that is taken, in the charity and on the platform (pages-2)', async () => {
    const [one, other] = [await aCharity(), await aCharity()]
    const slugs = []
    for (const charity of [one, one, other]) {
      const { slug, legacyCampaignSlug } = await create(charity, { title: 'Clean Water' })
      slugs.push([slug, legacyCampaignSlug])
    }
    expect(slugs).toEqual([
      ['clean-water', 'clean-water'],
      ['clean-water-2', 'clean-water-2'],
      ['clean-water', `${other.slug}-clean-water`],
    ])
  })

  test('allows 20 new pages a day (pages-8)', async () => {
    const charity = await aCharity()
    for (let n = 0; n < 20; n++) await create(charity)
    const { status, body } = await ask(installation, charity.tokens.owner, 'POST', charity.path, whole)
    expect([status, body.code]).toEqual([429, 'too-many-pages'])
  })
})

describe('saving', () => {
  test('writes what is sent, clears what is null, and follows the title until a custom URL is asked for (pages-2)', async () => {
    const charity = await aCharity()
    const page = await create(charity, { tagline: 'Warm for winter', title: 'Untitled Campaign' })
    const save = (slug: string, sent: object) =>
      ask(installation, charity.tokens.editor, 'PATCH', `${charity.path}/${slug}`, sent).then(({ body }) => body)
    expect(await save(page.slug, { title: 'Coats', tagline: null })).toMatchObject({
      slug: 'coats',
      title: 'Coats',
      tagline: '',
      version: 2,
      settings: { category: 'community' },
    })
    expect(await save('coats', { customUrl: 'Winter Coats!' })).toMatchObject({ slug: 'winter-coats', title: 'Coats' })
    expect(await save('winter-coats', { title: 'Warm coats' })).toMatchObject({ slug: 'winter-coats' })
    expect(await statusOf(`${charity.path}/coats`, charity.tokens.owner)).toBe(404)
    const acts = await entriesAbout(installation.app.db, `organization:${charity.id}`, 10)
    expect(acts.find(({ act }) => act === 'hosted-pages.saved')?.details).toMatchObject({
      before: { title: 'Coats' },
      after: { title: 'Warm coats' },
    })
    const { body } = await ask(installation, charity.tokens.owner, 'GET', `/v4/organizations/${charity.id}/audit`)
    expect(body).toMatchObject({ entries: [{ act: 'hosted-pages.saved', page: 'Warm coats' }, {}, {}, {}] })
  })

  test('merges a stale change of other fields; the same field is a conflict that brings the page (pages-8)', async () => {
    const charity = await aCharity()
    const { slug, version } = await create(charity, { customUrl: 'appeal' })
    const save = (sent: object) => ask(installation, charity.tokens.admin, 'PATCH', `${charity.path}/${slug}`, sent)
    await save({ version, title: 'Mine' })
    expect((await save({ version, tagline: 'Theirs', frequencies: { monthly: true } })).status).toBe(200)
    expect((await save({ version, frequencies: { weekly: true } })).status).toBe(200)
    const { status, body } = await save({ version, title: 'Theirs', tagline: 'Again' })
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({
        code: 'hosted-page-changed',
        page: expect.objectContaining({ title: 'Mine', tagline: 'Theirs' }),
      }),
    ])
    // Saving the current value is no change.
    expect((await save({ version, title: 'Mine' })).status).toBe(200)
  })

  test('refuses pictures of others, levels of another page and more than 64 KiB (pages-3, pages-6)', async () => {
    const charity = await aCharity()
    const { slug } = await create(charity)
    const other = await create(charity, { title: 'Other', givingLevels: [{ amount: 2500 }] })
    const levelId = (other as unknown as { settings: { givingLevels: [{ id: string }] } }).settings.givingLevels[0].id
    const { status, body } = await ask(installation, charity.tokens.owner, 'PATCH', `${charity.path}/${slug}`, {
      image: '0190c0de-0000-7000-8000-000000000001',
      givingLevels: [{ id: levelId, amount: 2500 }],
    })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['givingLevels.0.id', 'image']])
    const large = { description: 'x'.repeat(70_000) }
    expect((await ask(installation, charity.tokens.owner, 'PATCH', `${charity.path}/${slug}`, large)).status).toBe(413)
  })

  test('allows 60 saves a minute of one page (pages-8)', async () => {
    const charity = await aCharity()
    const { slug } = await create(charity, { customUrl: 'busy' })
    await installation.app.write((tx) =>
      tx
        .updateTable('hosted_pages.page')
        .set({ saves_minute: now, saves: 60 })
        .where('organization_id', '=', charity.id)
        .execute(),
    )
    const save = () => ask(installation, charity.tokens.owner, 'PATCH', `${charity.path}/${slug}`, { tagline: 'Again' })
    expect((await save()).status).toBe(429)
    now = new Date(now.getTime() + 60_000)
    expect((await save()).status).toBe(200)
  })
})

describe('publishing', () => {
  test('makes the draft public with its levels; later changes wait for the next publication (pages-7)', async () => {
    const charity = await aCharity()
    const { slug, legacyCampaignId } = await create(charity, { givingLevels: [{ amount: 2500, title: 'A coat' }] })
    expect((await move(charity, slug, 'published')).body).toMatchObject({ status: 'published' })
    const seen = async () => (await ask(installation, '', 'GET', `${charity.path}/${slug}`)).body
    expect(await seen()).toMatchObject({ title: 'Winter appeal', userId: null, missing: [] })
    const levels = () =>
      installation.app.db
        .selectFrom('campaigns.level')
        .select(['title', 'amount', 'frequency', 'status'])
        .where('campaign_id', '=', BigInt(legacyCampaignId))
        .orderBy('id')
        .execute()
    expect(await levels()).toEqual([{ title: 'A coat', amount: 2500n, frequency: 'onetime', status: 1 }])
    const path = `${charity.path}/${slug}`
    await ask(installation, charity.tokens.editor, 'PATCH', path, { title: 'Spring', givingLevels: [] })
    expect(await seen()).toMatchObject({ title: 'Winter appeal' })
    expect((await ask(installation, charity.tokens.editor, 'GET', `${path}?draft=1`)).body).toMatchObject({
      title: 'Spring',
    })
    // Only members see the draft.
    expect((await ask(installation, '', 'GET', `${path}?draft=1`)).body).toMatchObject({ title: 'Winter appeal' })
    expect((await move(charity, slug, 'published', charity.tokens.editor)).status).toBe(200)
    expect(await seen()).toMatchObject({ title: 'Spring', slug })
    expect(await levels()).toEqual([expect.objectContaining({ status: 9 })])
    const revision = await installation.app.db
      .selectFrom('fundraising.revision')
      .select(['before', 'after'])
      .where('campaign_id', '=', BigInt(legacyCampaignId))
      .execute()
    expect(revision).toEqual([{ before: { title: 'Winter appeal' }, after: { title: 'Spring' } }])
  })

  test('says what is missing, and nothing is published (pages-1)', async () => {
    const charity = await aCharity()
    const off = { oneTime: false }
    const { slug } = await create(charity, { title: 'Untitled Campaign', description: '', frequencies: off })
    const { status, body } = await move(charity, slug, 'published')
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        message: 'Validation failed',
        fields: {
          title: 'Campaign title is required',
          description: 'Describe what the page is for.',
          frequencies: 'Choose at least one frequency.',
        },
      }),
    ])
    expect(await statusOf(`${charity.path}/${slug}`)).toBe(404)
  })

  test('of a charity that is not verified waits for the verification, and nothing of it is public (pages-7)', async () => {
    const signedUp = await aSignedUpCharity(installation, { name: 'Sidra of Sheffield' })
    const path = `/v4/organizations/${signedUp.subdomain}/hosted-pages`
    const { body } = await ask(installation, signedUp.token, 'POST', path, whole)
    const { slug } = body as unknown as { slug: string }
    const state = (to: string) => ask(installation, signedUp.token, 'POST', `${path}/${slug}/state`, { state: to })
    expect((await state('published')).body).toMatchObject({ status: 'review' })
    const stranger = await aSession(installation.app, { isConfirmed: true })
    for (const token of ['', stranger.token]) expect(await statusOf(`${path}/${slug}`, token)).toBe(404)
    expect((await ask(installation, signedUp.token, 'PATCH', `${path}/${slug}`, { title: 'x' })).status).toBe(409)
    expect((await state('draft')).body).toMatchObject({ status: 'draft' })
    await state('published')
    expect((await state('published')).body).toMatchObject({ code: 'state-not-allowed' })
    await installation.app.write((tx) =>
      tx
        .updateTable('organizations.organization')
        .set({ verification_state: 'verified', verified_at: now, verified_until: new Date('2027-11-24T00:00:00Z') })
        .where('slug', '=', signedUp.subdomain)
        .execute(),
    )
    // Staff didn't review it together with the charity, so its members publish it.
    expect(await statusOf(`${path}/${slug}`)).toBe(404)
    expect((await state('published')).body).toMatchObject({ status: 'published' })
  })

  test('of a charity that was rejected or closed nothing is public any more (pages-7)', async () => {
    const charity = await aCharity()
    const { slug, legacyCampaignSlug } = await create(charity)
    await move(charity, slug, 'published')
    expect(await statusOf(`/v4/campaign-pages/${legacyCampaignSlug}`)).toBe(200)
    for (const set of [
      { verification_state: 'rejected' as const },
      { verification_state: 'none' as const, closed_at: now },
    ]) {
      await installation.app.write((tx) =>
        tx.updateTable('organizations.organization').set(set).where('id', '=', charity.id).execute(),
      )
      expect(await statusOf(`${charity.path}/${slug}`)).toBe(404)
      expect(await statusOf(`/v4/campaign-pages/${legacyCampaignSlug}`)).toBe(404)
      expect(await statusOf(`${charity.path}/${slug}`, charity.tokens.editor)).toBe(200)
    }
  })

  test('a new custom URL applies with the publication, and the old slug leads to the page for ever (pages-2)', async () => {
    const charity = await aCharity()
    const { slug } = await create(charity)
    await move(charity, slug, 'published')
    await ask(installation, charity.tokens.owner, 'PATCH', `${charity.path}/${slug}`, { customUrl: 'coats' })
    expect((await ask(installation, '', 'GET', `${charity.path}/${slug}`)).body).toMatchObject({ slug })
    await move(charity, slug, 'published')
    for (const address of [slug, 'coats'])
      expect((await ask(installation, '', 'GET', `${charity.path}/${address}`)).body).toMatchObject({
        slug: 'coats',
        legacyCampaignSlug: expect.stringContaining('winter-appeal') as unknown,
      })
    expect((await create(charity)).slug).toBe('winter-appeal-2')
  })

  test('moves through its states, and a closed one stays closed (pages-7)', async () => {
    const charity = await aCharity()
    const { slug, legacyCampaignSlug } = await create(charity)
    const to = async (state: string) => {
      const { status, body } = await move(charity, slug, state, charity.tokens.finance)
      return status === 200 ? (body as unknown as { status: string }).status : status
    }
    expect(await to('archived')).toBe(409)
    expect([await to('published'), await to('unpublished')]).toEqual(['published', 'unpublished'])
    expect(await statusOf(`${charity.path}/${slug}`)).toBe(404)
    expect(await statusOf(`/v4/campaign-pages/${legacyCampaignSlug}`)).toBe(404)
    expect([await to('archived'), await to('draft'), await to('published')]).toEqual([
      'archived',
      'unpublished',
      'published',
    ])
    expect([await to('ended'), await to('published'), await to('archived')]).toEqual(['ended', 409, 'archived'])
    expect((await ask(installation, '', 'GET', `${charity.path}/${slug}`)).body).toMatchObject({
      code: 'hosted-page-archived',
    })
  })

  test('a page ends at 23:59:59 of its last day in the charity’s zone; a later day opens it again (pages-1)', async () => {
    const charity = await aCharity({ time_zone: 'Asia/Dubai' })
    const { slug } = await create(charity, { endDate: '2026-11-25' })
    await move(charity, slug, 'published')
    const status = async () => (await ask(installation, '', 'GET', `${charity.path}/${slug}`)).body.status
    now = new Date('2026-11-25T19:59:58Z')
    expect(await status()).toBe('published')
    now = new Date('2026-11-25T20:00:00Z')
    expect(await status()).toBe('ended')
    await ask(installation, charity.tokens.owner, 'PATCH', `${charity.path}/${slug}`, { endDate: '2026-11-30' })
    expect((await move(charity, slug, 'published')).body).toMatchObject({ status: 'published' })
  })

  test('deletes a draft with what was written, and nothing that waits or was public (pages-7)', async () => {
    const charity = await aCharity()
    const draft = await create(charity, {
      title: 'Spring appeal',
      givingLevels: [{ amount: 1000, title: 'Seeds' }],
    })
    const drop = (slug: string, input = charity) =>
      ask(installation, input.tokens.editor, 'DELETE', `${input.path}/${slug}`)
    expect(await drop(draft.slug)).toMatchObject({ status: 200, body: { id: draft.id } })
    expect(await statusOf(`${charity.path}/${draft.slug}?draft=1`, charity.tokens.owner)).toBe(404)
    expect((await drop(draft.slug)).status).toBe(404)
    const campaign = await installation.app.db
      .selectFrom('campaigns.campaign')
      .select(['status', 'name', 'story', 'tagline'])
      .where('id', '=', BigInt(draft.legacyCampaignId))
      .executeTakeFirst()
    expect(campaign).toEqual({ status: 0, name: 'Untitled Campaign', story: '', tagline: '' })
    // No list contains the remaining row.
    const own = await ask(installation, charity.tokens.owner, 'GET', '/v4/fundraisers/own')
    expect((own.body as unknown as { fundraisers: { id: string }[] }).fundraisers.map(({ id }) => id)).not.toContain(
      draft.legacyCampaignId,
    )
    expect(await entriesAbout(installation.app.db, `organization:${charity.id}`, 20)).toContainEqual(
      expect.objectContaining({ act: 'hosted-pages.deleted' }),
    )
    const again = await create(charity, { title: 'Spring appeal' })
    expect([again.slug, again.legacyCampaignSlug]).toEqual([draft.slug, draft.legacyCampaignSlug])
    for (const state of ['published', 'unpublished', 'archived', 'draft']) {
      expect((await move(charity, again.slug, state)).status, state).toBe(200)
      expect(await drop(again.slug), state).toMatchObject({ status: 409, body: { code: 'hosted-page-not-draft' } })
    }
    const unverified = await aCharity({ verification_state: 'requested', verified_until: null, verified_at: null })
    const waiting = await create(unverified)
    await move(unverified, waiting.slug, 'published')
    expect((await drop(waiting.slug, unverified)).status).toBe(409)
  })

  test('is allowed 10 times an hour (pages-8)', async () => {
    const charity = await aCharity()
    const { slug } = await create(charity)
    for (let n = 0; n < 10; n++) expect((await move(charity, slug, 'published')).status).toBe(200)
    expect((await move(charity, slug, 'published')).status).toBe(429)
  })

  test('shows what amounts do to donors once published, and sends changes to review (content-41)', async () => {
    const charity = await aCharity()
    const { slug, legacyCampaignId } = await create(charity, {
      impacts: [{ amount: 5000, text: 'feeds two families' }, {}, { amount: 2500, text: 'feeds a family' }],
    })
    const impacts = async () =>
      (
        await installation.app.db
          .selectFrom('campaigns.campaign')
          .select('impacts')
          .where('id', '=', BigInt(legacyCampaignId))
          .executeTakeFirstOrThrow()
      ).impacts
    expect((await move(charity, slug, 'published')).status).toBe(200)
    expect(await impacts()).toEqual([
      { amount: 2500, text: 'feeds a family' },
      { amount: 5000, text: 'feeds two families' },
    ])
    const path = `${charity.path}/${slug}`
    const refused = await ask(installation, charity.tokens.editor, 'PATCH', path, { impacts: [{ amount: 2500 }] })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['impacts.0.text']])
    await ask(installation, charity.tokens.editor, 'PATCH', path, { impacts: [{ amount: 2500, text: 'buys coats' }] })
    expect((await move(charity, slug, 'published', charity.tokens.editor)).status).toBe(200)
    expect(await impacts()).toEqual([{ amount: 2500, text: 'buys coats' }])
    const revision = await installation.app.db
      .selectFrom('fundraising.revision')
      .select('after')
      .where('campaign_id', '=', BigInt(legacyCampaignId))
      .executeTakeFirstOrThrow()
    expect(revision.after).toEqual({ impacts: [{ amount: '25', text: 'buys coats' }] })
  })

  test('reads pages that were stored before impacts existed (content-41)', async () => {
    const charity = await aCharity()
    const { slug } = await create(charity)
    expect((await move(charity, slug, 'published')).status).toBe(200)
    await sql`update hosted_pages.page set draft = draft - 'impacts'`.execute(installation.app.db)
    await sql`update hosted_pages.version set content = content - 'impacts'`.execute(installation.app.db)
    const { body } = await ask(installation, charity.tokens.owner, 'GET', `${charity.path}/${slug}?draft=1`)
    expect(body).toMatchObject({ hasUnpublishedChanges: false, settings: { impacts: [] } })
  })

  test('keeps 50 versions; restoring one writes a draft without its slug and currency (pages-8)', async () => {
    const charity = await aCharity()
    const { slug } = await create(charity, { goalCurrency: 'GBP', givingLevels: [{ amount: 2500 }] })
    const path = `${charity.path}/${slug}`
    for (let n = 0; n < 52; n++) {
      now = new Date(now.getTime() + 3_600_000)
      expect((await move(charity, slug, 'published')).status).toBe(200)
    }
    const { body } = await ask(installation, charity.tokens.finance, 'GET', `${path}/versions`)
    const { versions } = body as unknown as { versions: { number: number; isPublic: boolean }[] }
    expect([versions.length, versions[0], versions.at(-1)?.number]).toEqual([
      50,
      expect.objectContaining({ number: 52, isPublic: true }),
      3,
    ])
    await ask(installation, charity.tokens.editor, 'PATCH', path, { title: 'Spring', givingLevels: [] })
    await move(charity, slug, 'published')
    const restore = (number: number) =>
      ask(installation, charity.tokens.editor, 'POST', `${path}/versions/${number}/restore`)
    expect((await restore(1)).status).toBe(404)
    expect((await restore(52)).body).toMatchObject({ title: 'Winter appeal', slug, currency: 'GBP' })
    expect((await ask(installation, '', 'GET', path)).body).toMatchObject({ title: 'Spring' })
    now = new Date(now.getTime() + 3_600_000)
    expect((await move(charity, slug, 'published')).status).toBe(200)
    expect((await ask(installation, '', 'GET', path)).body).toMatchObject({
      title: 'Winter appeal',
      settings: { givingLevels: [{ amount: 2500 }] },
    })
  })
})

describe('who may', () => {
  const writes = ['owner', 'admin', 'editor']
  const states = ['owner', 'admin', 'finance']
  test('members by their role; accounts of another charity and strangers get 404 (accounts-13, security-3)', async () => {
    const charity = await aCharity({ name: 'Zuhur' })
    const other = await aCharity()
    const { slug } = await create(charity, { title: 'Zuhur appeal' })
    const path = `${charity.path}/${slug}`
    const calls = [
      { method: 'GET', url: charity.path, may: memberRoles as readonly string[] },
      { method: 'GET', url: path, may: memberRoles as readonly string[] },
      { method: 'GET', url: `${path}/versions`, may: memberRoles as readonly string[] },
      { method: 'POST', url: charity.path, body: { title: 'Another' }, may: writes },
      { method: 'PATCH', url: path, body: { tagline: 'Tagline' }, may: writes },
      { method: 'POST', url: `${path}/versions/1/restore`, may: writes, allowed: 404 },
      { method: 'POST', url: `${path}/state`, body: { state: 'published' }, may: states, allowed: 400 },
      { method: 'DELETE', url: `${path}-elsewhere`, may: writes, allowed: 404 },
    ] as const
    await ask(installation, charity.tokens.owner, 'PATCH', path, { category: null })
    const { token: stranger } = await aSession(installation.app, { isConfirmed: true })
    for (const call of calls) {
      const knock = (token: string) => ask(installation, token, call.method, call.url, 'body' in call ? call.body : {})
      for (const role of memberRoles) {
        const allowed = 'allowed' in call ? call.allowed : 200
        expect((await knock(charity.tokens[role])).status, `${role} ${call.method} ${call.url}`).toBe(
          call.may.includes(role) ? allowed : 403,
        )
        const { status, text } = await knock(other.tokens[role])
        expect([status, text.includes('appeal')], `other ${role} ${call.url}`).toEqual([404, false])
      }
      expect((await knock(stranger)).status).toBe(404)
      expect((await knock('')).status).toBe(call.method === 'GET' && call.url === path ? 404 : 401)
    }
  })

  test('the calls of fundraisers do not change a page', async () => {
    const charity = await aCharity()
    const { legacyCampaignId, slug } = await create(charity)
    await move(charity, slug, 'published')
    for (const [method, url, body] of [
      ['GET', `/v4/fundraisers/${legacyCampaignId}/draft`, {}],
      ['POST', `/v4/fundraisers/${legacyCampaignId}/levels`, { amount: '10', title: 'x' }],
    ] as const)
      expect((await ask(installation, charity.tokens.owner, method, url, body)).status, url).toBe(404)
  })
})

test('changeProjectState moves a page by the id of its campaign [S2 §7] (pages-7)', async () => {
  const charity = await aCharity()
  const { legacyCampaignId: id, slug } = await create(charity)
  const change = (state: string, token = charity.tokens.finance, idInput = id) =>
    ask(installation, token, 'POST', '/api/projectadmin/changeProjectState', { id: idInput, state })
  const { token: stranger } = await aSession(installation.app, { isConfirmed: true })
  expect(await change('active', stranger)).toMatchObject({ status: 404, body: { code: 'campaign-not-found' } })
  expect((await change('active', charity.tokens.editor)).status).toBe(403)
  for (const [state, status, then] of [
    ['review', 409, 404],
    ['paused', 409, 404],
    ['active', 200, 200],
    ['active', 409, 200],
    ['paused', 200, 404],
    ['active', 200, 200],
    ['closed', 200, 200],
    ['active', 409, 200],
  ] as const) {
    expect((await change(state)).status, state).toBe(status)
    expect(await statusOf(`${charity.path}/${slug}`), state).toBe(then)
  }
  const unverified = await aCharity({ verification_state: 'requested', verified_until: null, verified_at: null })
  const waiting = await create(unverified)
  const response = await change('active', unverified.tokens.owner, waiting.legacyCampaignId)
  expect([response.status, JSON.stringify(response.body)]).toEqual([200, expect.stringContaining('"review"')])
  expect((await change('draft', unverified.tokens.owner, waiting.legacyCampaignId)).status).toBe(200)
})

test('requirementsCheck names the state of a page and what it needs to be public [S2 §7] (pages-1)', async () => {
  const charity = await aCharity()
  const { legacyCampaignId: id } = await create(charity, { description: '', category: '' })
  const check = (token: string) =>
    ask(installation, token, 'POST', '/api/projectadmin/requirementsCheck', { id }).then(({ status, body }) => ({
      status,
      ...(body as object),
    }))
  expect(await check(charity.tokens.finance)).toMatchObject({
    status: 200,
    id,
    state: 'draft',
    ready: false,
    missing: [
      { field: 'description', code: 'page-description-missing' },
      { field: 'category', code: 'category-missing' },
    ],
    payout: { ready: false },
  })
  expect((await check(charity.tokens.editor)).status).toBe(403)
  const ready = await create(charity)
  await move(charity, ready.slug, 'published')
  const { body } = await ask(installation, charity.tokens.owner, 'POST', '/api/projectadmin/requirementsCheck', {
    id: ready.legacyCampaignId,
  })
  expect(body).toMatchObject({ state: 'active', ready: true, missing: [] })
})

test('the form of a new page proposes an end in 30 days, turned off, and takes a pixel [S2 §9] (pages-15)', async () => {
  const charity = await aCharity({ time_zone: 'Pacific/Auckland' })
  const { slug } = await create(charity)
  const path = `${charity.path}/${slug}`
  const read = async () => (await ask(installation, charity.tokens.owner, 'GET', `${path}?draft=1`)).body
  // 24 November 12:00 UTC is 25 November in Auckland.
  expect(await read()).toMatchObject({ endDate: null, settings: { enableEndDate: false, lastDay: '2026-12-25' } })
  const change = { enableEndDate: true, facebookPixelId: '123456789' }
  expect((await ask(installation, charity.tokens.owner, 'PATCH', path, change)).status).toBe(200)
  expect(await read()).toMatchObject({
    endDate: '2026-12-25T10:59:59.000Z',
    settings: { enableEndDate: true, facebookPixelId: '123456789' },
  })
})

test('a failure of the server has the sentence of the specification [S2 §8]', async () => {
  const charity = await aCharity()
  const { write } = installation.app
  Object.assign(installation.app, { write: () => Promise.reject(new Error('away')) })
  const { status, body } = await ask(installation, charity.tokens.owner, 'POST', charity.path, whole)
  Object.assign(installation.app, { write })
  expect([status, body.message]).toEqual([500, 'Failed to create hosted page'])
})
