import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import type { GivingPorts } from '#modules/money/giving/ports.ts'
import { settle } from '#modules/money/giving/payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { signToken } from '#modules/platform/identity/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { hideCommentByStaff, listCommentsForReview, approveComment, showCommentByStaff } from './hide-words.ts'
import { aComment, aGuestsDonation, wordsWith } from './testing.ts'
import { postComment } from './post-comment.ts'

let installation: TestApp
let campaignId: bigint
const clock = manualClock()
beforeAll(async () => {
  installation = await createTestApp({ clock: clock.now })
})
afterAll(() => installation.close())
beforeEach(async () => {
  campaignId = (await aCampaign(installation.app)).id
})

type Words = {
  readonly id: string
  readonly comment: string
  readonly userDisplayName: string
  readonly userDisplayLocation: string
  readonly state: string
  readonly hiddenBy: string | null
}
async function ask<Body = Words>(
  method: 'GET' | 'PATCH' | 'DELETE' | 'POST',
  path: string,
  token: string | undefined,
  payload: object = {},
) {
  const answer = await installation.fastify.inject({
    method,
    url: path,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { payload }),
  })
  return { status: answer.statusCode, body: answer.json<Body & { code: string; fields: Record<string, string> }>() }
}
const listed = async () =>
  (await ask<{ comments: Words[]; total: number }>('GET', `/v4/campaigns/${campaignId}/comments`, undefined)).body
const tokenOf = (guestId: string, ms = 3_600_000) =>
  signToken(installation.app.tokenSecret, 'guest', guestId, new Date(clock.now().getTime() + ms))
const pathOf = (id: string, idInput = campaignId) => `/v4/campaigns/${idInput}/comments/${id}`

/** Posts a guest's words; returns them with the guest's token. */
async function said(over: Parameters<typeof wordsWith>[1] = {}, line: Parameters<typeof aLine>[2] = {}) {
  const donation = await aGuestsDonation(installation.app, campaignId, line)
  const comment = await postComment(installation.app, donation.viewer, wordsWith(donation, over))
  return { ...donation, comment, token: tokenOf(donation.guestId) }
}
/** Adds a member to the fundraiser's team. */
async function organizer(role: 'organizer' | 'editor' | 'viewer' = 'editor') {
  const session = await aSession(installation.app)
  await installation.app.write((tx) =>
    insertTeamMembers(tx, [
      { campaignId, accountId: session.viewer.accountId, role, publicName: 'E', at: clock.now() },
    ]),
  )
  return session
}
/** Creates a donation by an account. */
async function accountsDonation(over: Parameters<typeof aLine>[2] = {}) {
  const session = await aSession(installation.app)
  const line = aLine(installation.app, campaignId, over)
  const attempt = await aClaimedAttempt(installation.app, anOrder([line], { accountId: session.viewer.accountId }))
  await settle(installation.app as GivingPorts, attempt, {
    kind: 'succeeded',
    chargeId: `ch_${line.donationId}`,
    amount: attempt.amount,
    currency: 'GBP',
  })
  return { ...session, donationId: line.donationId }
}

test('a guest edits and deletes their words while their token is valid [S2 §7]', async () => {
  const { comment, token, guestId } = await said()
  const changed = await ask('PATCH', pathOf(comment.id), token, { comment: ' May it grow. ' })
  expect(changed).toMatchObject({ status: 200, body: { id: comment.id, comment: 'May it grow.', state: 'public' } })
  expect((await listed()).comments).toMatchObject([{ comment: 'May it grow.' }])
  expect((await ask('PATCH', pathOf(comment.id), tokenOf(guestId, -1000), { comment: 'late' })).status).toBe(401)
  expect((await ask('PATCH', pathOf(comment.id), token, { comment: ' ' })).body).toMatchObject({
    fields: { comment: expect.any(String) },
  })
  expect((await ask('DELETE', pathOf(comment.id), token)).status).toBe(200)
  expect(await listed()).toEqual({ comments: [], total: 0 })
  expect((await ask('DELETE', pathOf(comment.id), token)).status).toBe(404)
})

test('an account edits the words of its donation and finds them with it', async () => {
  const { token, donationId, viewer } = await accountsDonation()
  const mine = `/v4/account/donations/${donationId}/comment`
  expect((await ask<{ comment: null }>('GET', mine, token)).body).toEqual({ comment: null })
  const { body } = await ask('POST', '/v4/donations/comment', token, {
    userId: viewer.accountId,
    donationId,
    comment: 'Ameen',
  })
  expect((await ask<{ comment: Words }>('GET', mine, token)).body.comment).toMatchObject({
    id: body.id,
    comment: 'Ameen',
    state: 'public',
  })
  expect((await ask('PATCH', pathOf(body.id), token, { comment: 'Ameen, ameen' })).status).toBe(200)
  expect((await ask('GET', mine, (await aSession(installation.app)).token)).status).toBe(404)
  expect((await ask('GET', '/v4/account/donations/nothing/comment', token)).status).toBe(404)
})

test('only the guest finds their words by their token', async () => {
  const { comment, token, donationId, guestId } = await said()
  const mine = `/v4/account/donations/${donationId}/comment`
  expect((await ask<{ comment: Words }>('GET', mine, token)).body.comment).toMatchObject({
    id: comment.id,
    state: 'public',
  })
  const silent = await aGuestsDonation(installation.app, campaignId)
  expect(
    (await ask('GET', `/v4/account/donations/${silent.donationId}/comment`, tokenOf(silent.guestId))).body,
  ).toEqual({
    comment: null,
  })
  for (const stranger of [tokenOf(silent.guestId), (await accountsDonation()).token])
    expect((await ask('GET', mine, stranger)).status).toBe(404)
  for (const invalid of [undefined, tokenOf(guestId, -1000)]) expect((await ask('GET', mine, invalid)).status).toBe(401)
})

test('others can’t edit words and don’t find them (security-3)', async () => {
  const { comment, token } = await said()
  const other = await said()
  const elsewhere = (await aCampaign(installation.app)).id
  const { token: editor } = await organizer('organizer')
  for (const stranger of [other.token, (await accountsDonation()).token, editor])
    for (const method of ['PATCH', 'DELETE'] as const)
      expect((await ask(method, pathOf(comment.id), stranger, { comment: 'Mine' })).status).toBe(404)
  expect((await ask('PATCH', pathOf(comment.id, elsewhere), token, { comment: 'Mine' })).status).toBe(404)
  expect((await ask('PATCH', pathOf('not-an-id'), token, { comment: 'Mine' })).status).toBe(404)
  expect((await ask('PATCH', pathOf(comment.id), undefined, { comment: 'Mine' })).status).toBe(401)
  expect((await listed()).comments.map(({ comment: words }) => words)).toEqual([
    'May Allah accept it.',
    'May Allah accept it.',
  ])
})

test('editors of the fundraiser hide and show words, with audit entries (security-9)', async () => {
  const { comment } = await said()
  const { token, viewer } = await organizer()
  const hide = (hidden: boolean, reason = '') => ask('POST', `${pathOf(comment.id)}/hidden`, token, { hidden, reason })
  expect((await hide(true, 'unkind')).body).toMatchObject({ state: 'hidden', hiddenBy: 'organizer' })
  expect((await hide(true)).status).toBe(200)
  expect((await listed()).total).toBe(0)
  expect(
    (await ask<{ comments: Words[] }>('GET', `/v4/campaigns/${campaignId}/comments/all`, token)).body.comments,
  ).toMatchObject([{ id: comment.id, state: 'hidden' }])
  expect((await hide(false)).body).toMatchObject({ state: 'public', hiddenBy: null })
  expect((await listed()).total).toBe(1)
  const acts = await entriesAbout(installation.app.db, `comment:${comment.id}`, 10)
  expect(acts.map(({ act, actorId }) => [act, actorId])).toEqual([
    ['comments.shown-by-organizer', viewer.accountId],
    ['comments.hidden-by-organizer', viewer.accountId],
  ])
})

test('no one else hides words or sees hidden ones (security-3)', async () => {
  const { comment } = await said()
  const looker = await organizer('viewer')
  const all = `/v4/campaigns/${campaignId}/comments/all`
  for (const [token, status] of [
    [looker.token, 403],
    [(await aSession(installation.app)).token, 404],
    [undefined, 401],
  ] as const) {
    expect((await ask('GET', all, token)).status).toBe(status)
    expect((await ask('POST', `${pathOf(comment.id)}/hidden`, token, { hidden: true })).status).toBe(status)
  }
  const { token } = await organizer()
  const elsewhere = await aComment(installation.app, (await aCampaign(installation.app)).id)
  expect((await ask('POST', `${pathOf(elsewhere.id)}/hidden`, token, { hidden: true })).status).toBe(404)
})

test('an organizer can’t show what staff hid; staff can', async () => {
  const { comment } = await said()
  const { token } = await organizer()
  await ask('POST', `${pathOf(comment.id)}/hidden`, token, { hidden: true })
  expect(
    await installation.app.write((tx) =>
      hideCommentByStaff(tx, { commentId: comment.id, reason: 'abuse', at: clock.now() }),
    ),
  ).toBe(true)
  expect((await ask('POST', `${pathOf(comment.id)}/hidden`, token, { hidden: false })).body).toMatchObject({
    code: 'comment-hidden-by-staff',
  })
  expect(
    await installation.app.write((tx) =>
      hideCommentByStaff(tx, { commentId: comment.id, reason: 'again', at: clock.now() }),
    ),
  ).toBe(false)
  expect(await installation.app.write((tx) => showCommentByStaff(tx, { commentId: comment.id }))).toBe(true)
  expect((await listed()).total).toBe(1)
})

test('deleting hidden words erases them, and the donation gets no others', async () => {
  const { comment, token, guestId, donationId } = await said({ comment: 'Something unkind' })
  await installation.app.write((tx) =>
    hideCommentByStaff(tx, { commentId: comment.id, reason: 'abuse', at: clock.now() }),
  )
  expect((await ask('PATCH', pathOf(comment.id), token, { comment: 'Still unkind' })).body).toMatchObject({
    state: 'hidden',
  })
  expect((await ask('DELETE', pathOf(comment.id), token)).status).toBe(200)
  expect(
    (await ask('POST', '/v4/donations/comment', token, { userId: guestId, donationId, comment: 'Unkind again' }))
      .status,
  ).toBe(409)
  const rows = await installation.app.db
    .selectFrom('comments.comment')
    .selectAll()
    .where('id', '=', comment.id)
    .execute()
  expect(rows).toMatchObject([{ body: '—', display_name: '', hidden_by: 'author' }])
  const { token: editor } = await organizer()
  expect(
    (await ask<{ comments: Words[] }>('GET', `/v4/campaigns/${campaignId}/comments/all`, editor)).body.comments,
  ).toEqual([])
})

test('holds words with a link for review, also after an edit', async () => {
  const { comment, token } = await said({ comment: 'Give at evil-fund.com instead' })
  expect((await listed()).total).toBe(0)
  const inReview = async () => (await listCommentsForReview(installation.app, { limit: 50 })).map(({ id }) => id)
  expect(await inReview()).toContain(comment.id)
  expect((await ask('PATCH', pathOf(comment.id), token, { comment: 'Give, it is good' })).body).toMatchObject({
    state: 'public',
  })
  expect(await inReview()).not.toContain(comment.id)
  expect((await ask('PATCH', pathOf(comment.id), token, { comment: 'Call 0300 1234567' })).body).toMatchObject({
    state: 'in-review',
  })
  expect((await listed()).total).toBe(0)
  expect(await installation.app.write((tx) => approveComment(tx, { commentId: comment.id }))).toBe(true)
  expect((await listed()).comments).toMatchObject([{ comment: 'Call 0300 1234567' }])
  expect(await installation.app.write((tx) => approveComment(tx, { commentId: comment.id }))).toBe(false)
  const named = await said({ userDisplayName: 'www.evil.example' })
  expect(named.comment.reviewReason).toBe('link')
})

test('returns words in review to staff oldest first, page by page', async () => {
  const ids: string[] = []
  for (let count = 0; count < 3; count++) {
    clock.move({ seconds: 1 })
    ids.push((await said({ comment: `see https://${count}.example` })).comment.id)
  }
  const since = (await listCommentsForReview(installation.app, { limit: 100 })).filter(
    ({ campaignId: campaignIdInput }) => campaignIdInput === campaignId,
  )
  expect(since.map(({ id }) => id)).toEqual(ids)
  const [first] = since
  const next = await listCommentsForReview(installation.app, {
    limit: 1,
    after: { reviewSince: first!.reviewSince!, id: first!.id },
  })
  expect(next.map(({ id }) => id)).toEqual([ids[1]])
})

test('no response has an anonymous donor’s name or place, whatever was sent [privacy-1]', async () => {
  const marks = ['Amina-mark', 'Leicester-mark', 'mark@example.org']
  const { comment, token } = await said(
    { userDisplayName: marks[0]!, userDisplayLocation: marks[1]! },
    { isAnonymous: true, customName: marks[0]!, location: marks[1]! },
  )
  const { token: editor } = await organizer()
  const answers = [
    await ask('PATCH', pathOf(comment.id), token, {
      comment: 'Ameen',
      userDisplayName: marks[0],
      userDisplayLocation: marks[1],
    }),
    await ask('GET', `/v4/campaigns/${campaignId}/comments`, undefined),
    await ask('GET', `/v4/campaigns/${campaignId}/comments/all`, editor),
    await ask('POST', `${pathOf(comment.id)}/hidden`, editor, { hidden: true }),
    await ask('GET', `/v4/campaigns/${campaignId}/donors`, undefined),
    await ask('GET', `/v4/campaigns/${campaignId}/donors?order=top`, undefined),
    await ask('POST', '/api/projectapi/donors', undefined, { id: String(campaignId) }),
    await ask('POST', '/api/projectapi/donors', undefined, { id: String(campaignId), order: 'top' }),
  ]
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    for (const mark of marks) expect(JSON.stringify(body)).not.toContain(mark)
  }
  expect(answers[0]!.body).toMatchObject({ userDisplayName: '', userDisplayLocation: '' })
  const stored = await installation.app.db
    .selectFrom('comments.comment')
    .selectAll()
    .where('id', '=', comment.id)
    .executeTakeFirstOrThrow()
  expect([stored.display_name, stored.display_place]).toEqual(['', ''])
})

test('an organizer’s view of words has neither donation nor donor', async () => {
  await said()
  const { token } = await organizer()
  const { comments } = (await ask<{ comments: object[] }>('GET', `/v4/campaigns/${campaignId}/comments/all`, token))
    .body
  expect(Object.keys(comments[0]!).sort()).toEqual([
    'campaignId',
    'comment',
    'createdAt',
    'hiddenBy',
    'hiddenReason',
    'id',
    'state',
    'userDisplayLocation',
    'userDisplayName',
  ])
})
