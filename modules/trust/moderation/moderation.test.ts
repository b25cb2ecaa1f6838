import { syncCases } from './sync-cases.ts'
import { purgeReporters } from './queries/reports.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { editWords } from '#modules/organizers/comments/edit-words.ts'
import { postComment } from '#modules/organizers/comments/post-comment.ts'
import { aComment, aGuestsDonation, wordsWith } from '#modules/organizers/comments/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { anOrganizedCampaign, aStaffSession } from './testing.ts'

let installation: TestApp
const clock = manualClock()
type Staff = Awaited<ReturnType<typeof aStaffSession>>
let reviewer: Staff
let support: Staff
let finance: Staff
let network = 1
beforeAll(async () => {
  installation = await createTestApp({ clock: clock.now })
})
beforeEach(async () => {
  reviewer = await aStaffSession(installation.app, 'reviewer')
  support = await aStaffSession(installation.app, 'support')
  finance = await aStaffSession(installation.app, 'finance')
})
afterAll(() => installation.close())

const call = (method: 'GET' | 'POST', url: string, token?: string, payload: object = {}, ip = '127.0.0.1') =>
  installation.fastify.inject({
    method,
    url,
    remoteAddress: ip,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(method === 'POST' ? { payload } : {}),
  })
/** Each report comes from its own network unless one is given. */
const report = (campaignId: bigint, over: object = {}, ip = `198.51.${(network += 1) >> 8}.${network & 255}`) =>
  call(
    'POST',
    '/v4/reports',
    undefined,
    { campaignId: String(campaignId), reason: 'misleading', text: 'The picture is from another place.', ...over },
    ip,
  )
const casesOf = async (token: string, query = '') =>
  (await call('GET', `/v4/staff/cases${query}`, token)).json().cases as {
    id: string
    kind: string
    score: number
    campaign: string
    parts: { part: string; points: number }[]
    reasons: { code: string; count: number }[]
  }[]
const caseOf = (campaignId: bigint, kind = 'report') =>
  installation.app.db
    .selectFrom('moderation.case')
    .selectAll()
    .where('campaign_id', '=', campaignId)
    .where('kind', '=', kind as never)
    .executeTakeFirst()
const seenOf = async (caseId: string, token: string) =>
  (await call('GET', `/v4/staff/cases/${caseId}`, token)).json().seen as string
/** Decides on the current content of a case. */
const decide = async (caseId: string, token: string, payload: object) =>
  call('POST', `/v4/staff/cases/${caseId}/decision`, token, { seen: await seenOf(caseId, token), ...payload })
const mailsTo = (email: string) =>
  installation.app.db
    .selectFrom('notifications.mail')
    .select(['kind', 'subject', 'locale', 'content'])
    .where('to_address', '=', email)
    .execute()
const actsOn = async (caseId: string) =>
  (
    await installation.app.db
      .selectFrom('audit.entry')
      .select(['act', 'actor_id', 'details'])
      .where('object', '=', `case:${caseId}`)
      .orderBy('id')
      .execute()
  ).map((entry) => entry.act)

describe('reporting', () => {
  test('several reports of one fundraiser are one case, which weighs more from the third network on', async () => {
    const { id } = await aCampaign(installation.app)
    expect((await report(id)).json()).toEqual({ received: true })
    const first = (await caseOf(id))!
    expect(first).toMatchObject({ state: 'open', score: 30, snapshot: { name: 'Clean water for Tharparkar' } })
    clock.move({ minutes: 5 })
    await report(id, { reason: 'fraud', email: 'witness@example.org' })
    await report(id)
    const now = (await caseOf(id))!
    expect(now).toMatchObject({ id: first.id, opened_at: first.opened_at, score: 10 + 20 + 30 })
    expect(now.reasons).toEqual([
      { code: 'misleading', count: 2 },
      { code: 'fraud', count: 1 },
    ])
    expect(await actsOn(first.id)).toEqual(['moderation.case-opened'])
  })

  test('repeated reports from one network count once', async () => {
    const { id } = await aCampaign(installation.app)
    for (let time = 0; time < 4; time++) await report(id, {}, '203.0.113.7')
    expect((await caseOf(id))!.parts).toContainEqual({ part: 'reports', points: 5 })
  })

  test('concurrent reports become one case with all of them', async () => {
    const { id } = await aCampaign(installation.app)
    await Promise.all(Array.from({ length: 10 }, () => report(id)))
    const { id: caseId, parts } = (await caseOf(id))!
    expect(parts).toContainEqual({ part: 'reports', points: 40 })
    expect(
      await installation.app.db.selectFrom('moderation.report').select('id').where('case_id', '=', caseId).execute(),
    ).toHaveLength(10)
  })

  test('responds the same for a missing subject and stores nothing', async () => {
    const draft = await aCampaign(installation.app, { status: 0 })
    const { id } = await aCampaign(installation.app)
    const real = await report(id)
    for (const response of [
      await report(999_999n),
      await report(draft.id),
      await report(id, { commentId: installation.app.newId() }),
    ])
      expect([response.statusCode, response.body]).toEqual([real.statusCode, real.body])
    expect(await caseOf(draft.id)).toBeUndefined()
    expect(await caseOf(id, 'comment')).toBeUndefined()
  })

  test('requires a reason, and a text for another reason', async () => {
    const { id } = await aCampaign(installation.app)
    expect((await report(id, { reason: '' })).json().fields).toHaveProperty('reason')
    expect((await report(id, { reason: 'other', text: ' ' })).json().fields).toHaveProperty('text')
    expect((await report(id, { text: 'a'.repeat(2001) })).json().fields).toHaveProperty('text')
    expect((await report(id, { email: 'no-address' })).json().fields).toHaveProperty('email')
    expect(await caseOf(id)).toBeUndefined()
  })

  test('after five in an hour from one network each further one needs proof of work [security-15]', async () => {
    const ip = '203.0.113.99'
    const { id } = await aCampaign(installation.app)
    for (let time = 0; time < 5; time++) expect((await report(id, {}, ip)).statusCode).toBe(200)
    const refused = await report(id, {}, ip)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'human-check-required'])
    const { proof } = refused.json()
    const { createHash } = await import('node:crypto')
    const number = Array.from({ length: proof.range }, (_, n) => n).find(
      (n) => createHash('sha256').update(`${proof.salt}:${n}`).digest('hex') === proof.target,
    )
    const reCaptcha = Buffer.from(JSON.stringify({ ...proof, number })).toString('base64')
    expect((await report(id, { reCaptcha }, ip)).statusCode).toBe(200)
    expect((await report(id, { reCaptcha }, ip)).statusCode).toBe(429)
    clock.move({ minutes: 61 })
    expect((await report(id, {}, ip)).statusCode).toBe(200)
  })

  test('purges where a report came from two days after the decision', async () => {
    const { id } = await aCampaign(installation.app)
    await report(id)
    const { id: caseId } = (await caseOf(id))!
    const keys = async () => {
      await installation.app.write((tx) => purgeReporters(tx, new Date(clock.now().getTime() - 2 * 86_400_000)))
      return (
        await installation.app.db
          .selectFrom('moderation.report')
          .select('reporter_key')
          .where('case_id', '=', caseId)
          .execute()
      ).map((row) => row.reporter_key)
    }
    clock.move({ days: 9 })
    expect(await keys()).toEqual([expect.any(Buffer)])
    reviewer = await aStaffSession(installation.app, 'reviewer')
    expect((await decide(caseId, reviewer.token, { decision: 'dismiss', reason: 'It is their own.' })).statusCode).toBe(
      200,
    )
    clock.move({ days: 3 })
    expect(await keys()).toEqual([null])
  })
})

describe('the queue', () => {
  test('sorts by risk, then age, and filters by kind, assignee and age', async () => {
    const { id: light } = await aCampaign(installation.app, { name: 'Light' })
    const { id: grave } = await aCampaign(installation.app, { name: 'Grave' })
    await report(light, { reason: 'spam' })
    clock.move({ minutes: 1 })
    await report(grave, { reason: 'fraud' })
    const ours = (list: { campaign: string }[]) =>
      list.map(({ campaign }) => campaign).filter((name) => name === 'Light' || name === 'Grave')
    expect(ours(await casesOf(reviewer.token))).toEqual(['Grave', 'Light'])
    expect(ours(await casesOf(reviewer.token, '?sort=age'))).toEqual(['Light', 'Grave'])
    const { id } = (await caseOf(light))!
    await call('POST', `/v4/staff/cases/${id}/assignee`, reviewer.token)
    expect(ours(await casesOf(reviewer.token, '?assignee=me&kind=report'))).toEqual(['Light'])
    expect(ours(await casesOf(support.token, '?assignee=me'))).toEqual([])
    expect(ours(await casesOf(support.token, '?assignee=unassigned'))).toEqual(['Grave'])
    await call('POST', `/v4/staff/cases/${id}/assignee`, support.token, { to: 'unassigned' })
    expect(await actsOn(id)).toEqual([
      'moderation.case-opened',
      'moderation.case-claimed',
      'moderation.case-unassigned',
    ])
  })

  test('shows only the kinds a viewer works on; other cases are not found [security-3]', async () => {
    const { id } = await aCampaign(installation.app)
    await report(id)
    const { id: caseId } = (await caseOf(id))!
    expect((await call('GET', '/v4/staff/cases', finance.token)).json()).toMatchObject({
      kinds: [
        { kind: 'refund', open: 0 },
        { kind: 'payment', open: 0 },
      ],
      cases: [],
    })
    expect((await call('GET', '/v4/staff/cases?kind=report', finance.token)).json().cases).toEqual([])
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/assignee'],
      ['POST', '/notes'],
      ['POST', '/decision'],
    ] as const)
      expect(
        (
          await call(method, `/v4/staff/cases/${caseId}${path}`, finance.token, {
            text: 'x',
            decision: 'dismiss',
            reason: 'x',
          })
        ).statusCode,
        path,
      ).toBe(404)
    expect(await caseOf(id)).toMatchObject({ state: 'open', assignee_account_id: null })
    expect(await actsOn(caseId)).toEqual(['moderation.case-opened'])
  })
})

describe('a case', () => {
  test('shows texts then and now, reports with reasons, and the timeline', async () => {
    const { campaign } = await anOrganizedCampaign(installation.app)
    await report(campaign.id, { email: 'witness@example.org', text: 'Not their well.' })
    const { id } = (await caseOf(campaign.id))!
    await installation.app.write((tx) =>
      tx
        .updateTable('campaigns.campaign')
        .set({ tagline: 'Wells for twelve villages.' })
        .where('id', '=', campaign.id)
        .execute(),
    )
    await call('POST', `/v4/staff/cases/${id}/notes`, support.token, { text: 'I asked them for the documents.' })
    const seen = (await call('GET', `/v4/staff/cases/${id}`, reviewer.token)).json()
    expect(seen.texts).toContainEqual({
      name: 'tagline',
      before: 'Deep wells with solar pumps for eleven villages.',
      now: 'Wells for twelve villages.',
    })
    expect(seen.reports).toMatchObject([
      { reason: 'misleading', text: 'Not their well.', email: 'witness@example.org' },
    ])
    expect(seen.notes).toMatchObject([{ by: 'Idris Keller', text: 'I asked them for the documents.' }])
    expect(seen.timeline.map(({ act }: { act: string }) => act)).toEqual([
      'moderation.case-opened',
      'moderation.note-added',
    ])
    expect(seen.decisions.map(({ key, mails }: { key: string; mails: string | null }) => [key, mails])).toEqual([
      ['dismiss', null],
      ['warn', 'organizer'],
      ['pause', 'organizer'],
    ])
    expect(
      (await call('POST', `/v4/staff/cases/${id}/notes`, support.token, { text: ' ' })).json().fields,
    ).toHaveProperty('text')
  })

  test('is decided with an audited, unmailed reason, and a mail in the organizer’s language', async () => {
    const { campaign, organizer } = await anOrganizedCampaign(installation.app, {}, 'ar')
    await report(campaign.id)
    const { id } = (await caseOf(campaign.id))!
    expect((await decide(id, reviewer.token, { decision: 'pause', reason: ' ' })).json().fields).toHaveProperty(
      'reason',
    )
    expect((await decide(id, reviewer.token, { decision: 'nothing', reason: 'x' })).json().fields).toHaveProperty(
      'decision',
    )
    expect(
      (await decide(id, reviewer.token, { decision: 'pause', reason: 'x', template: 'evidence' })).json().fields,
    ).toHaveProperty('template')
    const answer = await decide(id, reviewer.token, {
      decision: 'pause',
      reason: 'Two witnesses agree.',
      template: 'identity',
      message: 'Write to us soon.',
    })
    expect(answer.statusCode).toBe(200)
    expect(await caseOf(campaign.id)).toMatchObject({
      state: 'decided',
      decision: 'pause',
      reason: 'Two witnesses agree.',
      decided_by_account_id: reviewer.viewer.accountId,
    })
    expect(
      await installation.app.db
        .selectFrom('campaigns.campaign')
        .select('status')
        .where('id', '=', campaign.id)
        .executeTakeFirst(),
    ).toEqual({ status: 2 })
    const [mail, ...more] = await mailsTo(organizer.viewer.email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ kind: 'moderation-report-pause', locale: 'ar' })
    const text = JSON.stringify(mail!.content)
    expect(text).toContain('موقوفة')
    expect(text).toContain('إثبات هوية')
    expect(text).toContain('Write to us soon.')
    expect(text).not.toContain('witnesses')
    expect(await actsOn(id)).toEqual(['moderation.case-opened', 'moderation.case-decided'])
    const seen = (await call('GET', `/v4/staff/cases/${id}`, support.token)).json()
    expect(seen).toMatchObject({
      decided: { by: 'Idris Keller', decision: 'pause', reason: 'Two witnesses agree.' },
      decisions: [],
    })
  })

  test('is decided once: a second colleague is refused, and a later report opens another case', async () => {
    const { campaign } = await anOrganizedCampaign(installation.app)
    await report(campaign.id)
    const { id } = (await caseOf(campaign.id))!
    const answers = await Promise.all([
      decide(id, reviewer.token, { decision: 'dismiss', reason: 'Fine.' }),
      decide(id, support.token, { decision: 'pause', reason: 'Not fine.' }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await call('POST', `/v4/staff/cases/${id}/assignee`, reviewer.token)).statusCode).toBe(409)
    await expect(
      installation.app.write((tx) =>
        tx.updateTable('moderation.case').set({ reason: 'Another.' }).where('id', '=', id).execute(),
      ),
    ).rejects.toMatchObject({
      code: '42501',
    })
    await report(campaign.id)
    expect(
      await installation.app.db
        .selectFrom('moderation.case')
        .select('state')
        .where('campaign_id', '=', campaign.id)
        .execute(),
    ).toHaveLength(2)
  })

  test('on words of support hides or keeps them and mails no one', async () => {
    const { campaign, organizer } = await anOrganizedCampaign(installation.app)
    const listed = async () =>
      (await call('GET', `/v4/campaigns/${campaign.id}/comments`)).json().comments.map(({ id }: { id: string }) => id)
    const [kept, hidden] = [
      await aComment(installation.app, campaign.id),
      await aComment(installation.app, campaign.id),
    ]
    for (const [comment, decision] of [
      [kept, 'keep'],
      [hidden, 'hide'],
    ] as const) {
      await report(campaign.id, { commentId: comment.id, reason: 'hate', text: '' })
      const { id } = (await installation.app.db
        .selectFrom('moderation.case')
        .select('id')
        .where('subject_id', '=', comment.id)
        .executeTakeFirst())!
      expect((await call('GET', `/v4/staff/cases/${id}`, support.token)).json().texts).toContainEqual({
        name: 'words',
        before: comment.body,
        now: comment.body,
      })
      expect((await decide(id, support.token, { decision, reason: 'Reviewed.' })).statusCode).toBe(200)
    }
    expect(await listed()).toEqual([kept.id])
    expect(await mailsTo(organizer.viewer.email)).toEqual([])
  })

  test('that hid words by mistake is reversed once, with an audit entry', async () => {
    const { campaign } = await anOrganizedCampaign(installation.app)
    const listed = async () =>
      (await call('GET', `/v4/campaigns/${campaign.id}/comments`)).json().comments.map(({ id }: { id: string }) => id)
    const comment = await aComment(installation.app, campaign.id)
    await report(campaign.id, { commentId: comment.id, reason: 'hate', text: '' })
    const { id } = (await caseOf(campaign.id, 'comment'))!
    const restore = async (token: string) =>
      (await call('POST', `/v4/staff/cases/${id}/restore-words`, token, { seen: await seenOf(id, token) })).statusCode
    expect(await restore(support.token)).toBe(409)
    await decide(id, support.token, { decision: 'hide', reason: 'It read like hate.' })
    expect([await listed(), (await call('GET', `/v4/staff/cases/${id}`, support.token)).json().isHidden]).toEqual([
      [],
      true,
    ])
    expect([await restore(support.token), await restore(support.token)]).toEqual([200, 409])
    expect(await listed()).toEqual([comment.id])
    const { isHidden, timeline } = (await call('GET', `/v4/staff/cases/${id}`, support.token)).json()
    expect([isHidden, timeline.map(({ act }: { act: string }) => act)]).toEqual([
      false,
      expect.arrayContaining(['moderation.words-restored']),
    ])
  })

  test('refuses to publish words that changed after they were read', async () => {
    const { campaign } = await anOrganizedCampaign(installation.app)
    const listed = async () =>
      (await call('GET', `/v4/campaigns/${campaign.id}/comments`))
        .json()
        .comments.map(({ comment }: { comment: string }) => comment)
    const donation = await aGuestsDonation(installation.app, campaign.id)
    const words = await postComment(
      installation.app,
      donation.viewer,
      wordsWith(donation, { comment: 'See https://umeed.example' }),
    )
    const say = (comment: string) =>
      editWords(installation.app, donation.viewer, { campaignId: campaign.id, commentId: words.id, comment })
    await syncCases(installation.app)
    const { id } = (await caseOf(campaign.id, 'comment'))!
    const seen = await seenOf(id, support.token)
    await say('See https://another.example')
    const keep = (over: object) => decide(id, support.token, { decision: 'keep', reason: 'Harmless.', ...over })
    const refused = await keep({ seen })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'case-moved'])
    expect((await keep({ seen: '' })).json().code).toBe('case-moved')
    expect([await listed(), await caseOf(campaign.id, 'comment')]).toMatchObject([[], { state: 'open' }])

    // The author's change isn't committed yet when the reviewer decides, so the decision waits for it.
    const again = await seenOf(id, support.token)
    let late: ReturnType<typeof keep> | undefined
    await installation.app.write(async (tx) => {
      await tx
        .updateTable('comments.comment')
        .set({ body: 'See https://third.example' })
        .where('id', '=', words.id)
        .execute()
      late = keep({ seen: again })
      await expect
        .poll(async () => (await sql`select from pg_locks where not granted`.execute(installation.app.db)).rows.length)
        .toBeGreaterThan(0)
    })
    expect([(await late!).statusCode, await listed()]).toEqual([409, []])
    expect([(await keep({})).statusCode, await listed()]).toEqual([200, ['See https://third.example']])
  })

  test('that hid words restores only the words that were read', async () => {
    const { campaign } = await anOrganizedCampaign(installation.app)
    const donation = await aGuestsDonation(installation.app, campaign.id)
    const words = await postComment(installation.app, donation.viewer, wordsWith(donation))
    await report(campaign.id, { commentId: words.id, reason: 'hate', text: '' })
    const { id } = (await caseOf(campaign.id, 'comment'))!
    await decide(id, support.token, { decision: 'hide', reason: 'It read like hate.' })
    const seen = await seenOf(id, support.token)
    await editWords(installation.app, donation.viewer, {
      campaignId: campaign.id,
      commentId: words.id,
      comment: 'See https://umeed.example',
    })
    const restore = (input: object) => call('POST', `/v4/staff/cases/${id}/restore-words`, support.token, input)
    expect([(await restore({ seen })).json().code, (await restore({})).json().code]).toEqual([
      'case-moved',
      'case-moved',
    ])
    expect((await call('GET', `/v4/campaigns/${campaign.id}/comments`)).json().comments).toEqual([])
    expect((await restore({ seen: await seenOf(id, support.token) })).statusCode).toBe(200)
  })

  test('whose subject was deleted by its writer can still be closed', async () => {
    const { campaign } = await anOrganizedCampaign(installation.app)
    const comment = await aComment(installation.app, campaign.id)
    await report(campaign.id, { commentId: comment.id })
    await installation.app.write((tx) => tx.deleteFrom('comments.comment').where('id', '=', comment.id).execute())
    const { id } = (await caseOf(campaign.id, 'comment'))!
    expect((await call('GET', `/v4/staff/cases/${id}`, support.token)).json()).toMatchObject({ subject: null })
    expect((await decide(id, support.token, { decision: 'hide', reason: 'Gone already.' })).statusCode).toBe(200)
  })

  test('links to its neighbours in the queue', async () => {
    const [first, second] = (await casesOf(reviewer.token)).map(({ id }) => id)
    expect((await call('GET', `/v4/staff/cases/${first}`, reviewer.token)).json()).toMatchObject({
      before: null,
      after: second,
    })
    expect((await call('GET', `/v4/staff/cases/${second}`, reviewer.token)).json()).toMatchObject({ before: first })
  })
})

describe('assigning a case to a colleague', () => {
  const assignTo = (caseId: string, token: string, to: string) =>
    call('POST', `/v4/staff/cases/${caseId}/assignee`, token, { to })
  const reported = async () => {
    const { id } = await aCampaign(installation.app)
    await report(id)
    return (await caseOf(id))!.id
  }

  test('mails them once, in their language, with the case and its link; repeating it sends nothing', async () => {
    const id = await reported()
    const { accountId, email } = support.viewer
    await installation.app.write((tx) =>
      tx.updateTable('identity.account').set({ locale: 'ar' }).where('id', '=', accountId).execute(),
    )
    const answers = await Promise.all([1, 2, 3].map(() => assignTo(id, reviewer.token, accountId)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const mails = await mailsTo(email)
    expect(mails).toMatchObject([{ kind: 'moderation-case-assigned', locale: 'ar' }])
    const text = JSON.stringify(mails[0])
    for (const part of ['Clean water for Tharparkar', 'Idris Keller', 'بلاغ', 'تقول ما ليس صحيحًا', `/staff/cases/${id}`])
      expect(text).toContain(part)
    expect(text).not.toContain('another place')
    expect(await actsOn(id)).toEqual(['moderation.case-opened', 'moderation.case-assigned'])
    const seen = (await call('GET', `/v4/staff/cases/${id}`, reviewer.token)).json()
    expect(seen.assignee).toEqual({ id: accountId, name: 'Idris Keller' })
    expect(seen.timeline.at(-1)).toMatchObject({
      act: 'moderation.case-assigned',
      by: 'Idris Keller',
      to: 'Idris Keller',
    })
    expect(seen.colleagues.map((colleague: { id: string }) => colleague.id)).toContain(accountId)
    expect(seen.colleagues.map((colleague: { id: string }) => colleague.id)).not.toContain(reviewer.viewer.accountId)
    expect(seen.colleagues.map((colleague: { id: string }) => colleague.id)).not.toContain(finance.viewer.accountId)

    await assignTo(id, reviewer.token, 'unassigned')
    await assignTo(id, reviewer.token, accountId)
    expect(await mailsTo(email)).toHaveLength(2)
  })

  test('mails no one who takes a case themselves, by their own id too', async () => {
    const id = await reported()
    await assignTo(id, support.token, 'me')
    await assignTo(id, reviewer.token, reviewer.viewer.accountId)
    expect([...(await mailsTo(support.viewer.email)), ...(await mailsTo(reviewer.viewer.email))]).toEqual([])
    expect(await actsOn(id)).toEqual(['moderation.case-opened', 'moderation.case-claimed', 'moderation.case-claimed'])
  })

  test('is refused for non-staff, for staff without the role, and without a choice [security-3]', async () => {
    const id = await reported()
    const donor = await aSession(installation.app)
    for (const to of [donor.viewer.accountId, finance.viewer.accountId, installation.app.newId(), '']) {
      const refused = await assignTo(id, reviewer.token, to)
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['to']])
    }
    expect((await assignTo(id, finance.token, reviewer.viewer.accountId)).statusCode).toBe(404)
    expect((await assignTo(installation.app.newId(), reviewer.token, support.viewer.accountId)).statusCode).toBe(404)
    expect(await mailsTo(donor.viewer.email)).toEqual([])
    expect(await actsOn(id)).toEqual(['moderation.case-opened'])
    await decide(id, reviewer.token, { decision: 'dismiss', reason: 'Fine.' })
    expect((await assignTo(id, reviewer.token, support.viewer.accountId)).statusCode).toBe(409)
    expect(await mailsTo(support.viewer.email)).toEqual([])
  })
})

test('an erased account leaves its reports without text and reporter [privacy-4]', async () => {
  const { id } = await aCampaign(installation.app)
  const { token, viewer } = await aSession(installation.app)
  await call('POST', '/v4/reports', token, {
    campaignId: String(id),
    reason: 'fraud',
    text: 'My cousin was there.',
    email: viewer.email,
  })
  expect((await call('POST', '/v4/privacy/erasure', token, { understood: true })).statusCode).toBe(200)
  const { id: caseId } = (await caseOf(id))!
  expect(
    await installation.app.db
      .selectFrom('moderation.report')
      .select(['reason', 'body', 'email', 'account_id'])
      .where('case_id', '=', caseId)
      .execute(),
  ).toEqual([{ reason: 'fraud', body: '', email: null, account_id: null }])
})
