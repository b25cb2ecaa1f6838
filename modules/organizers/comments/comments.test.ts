import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import type { GivingPorts } from '#modules/money/giving/ports.ts'
import { settle } from '#modules/money/giving/payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import type { Ports } from '#shared/ports.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { commentsContract } from './contract.ts'
import { commentsHandlers } from './http.ts'
import { postComment } from './post-comment.ts'
import { listComments } from './comment-queries.ts'
import { aComment, aGuestsDonation, wordsWith } from './testing.ts'

const anonymous = { kind: 'anonymous' } as const
let database: TestDatabase
let ports: Ports
let campaignId: bigint
const clock = manualClock()
beforeAll(async () => {
  database = await createTestDatabase()
  ports = testPorts(database.database, clock.now)
})
beforeEach(async () => {
  campaignId = (await aCampaign(ports)).id
})
afterAll(() => database.drop())

const list = async (inputOptions: { limit?: number; offset?: number } = {}) => {
  const input = commentsContract['GET /v4/campaigns/:campaignId/comments'].input.parse({
    campaignId: String(campaignId),
    ...inputOptions,
  })
  const answered = await commentsHandlers['GET /v4/campaigns/:campaignId/comments']({
    app: ports,
    viewer: anonymous,
    context: aRequestContext(),
    input,
  })
  return 'answer' in answered ? answered.result.comments : answered.comments
}

test('a guest can leave words once per donation; repeating them changes nothing [S2 §7]', async () => {
  const donation = await aGuestsDonation(ports, campaignId)
  const comment = await postComment(ports, donation.viewer, wordsWith(donation, { userDisplayLocation: 'Leicester' }))
  expect(comment).toMatchObject({
    campaignId,
    body: 'May Allah accept it.',
    displayName: 'Amina Yusuf',
    displayPlace: 'Leicester',
  })
  expect((await postComment(ports, donation.viewer, wordsWith(donation))).id).toBe(comment.id)
  await expect(
    postComment(ports, donation.viewer, wordsWith(donation, { comment: 'Something else' })),
  ).rejects.toMatchObject({
    code: 'comment-exists',
    status: 409,
  })
})

test('an account can leave words with its donation, and a guest’s token with the same id can’t [S2 §6]', async () => {
  const { viewer } = await aSession({ ...ports, tokenSecret: 'a secret of at least thirty-two characters' })
  const { accountId } = viewer
  const line = aLine(ports, campaignId)
  const attempt = await aClaimedAttempt(ports, anOrder([line], { accountId }))
  await settle(ports as GivingPorts, attempt, {
    kind: 'succeeded',
    chargeId: `ch_${accountId}`,
    amount: attempt.amount,
    currency: 'GBP',
  })
  const request = wordsWith({ guestId: accountId, donationId: line.donationId })
  await expect(postComment(ports, { kind: 'guest', guestId: accountId }, request)).rejects.toMatchObject({
    status: 404,
  })
  expect(await postComment(ports, viewer, request)).toMatchObject({ authorId: accountId })
})

test('the same words from two tabs at once are one comment', async () => {
  const donation = await aGuestsDonation(ports, campaignId)
  const comments = await Promise.all([1, 2, 3].map(() => postComment(ports, donation.viewer, wordsWith(donation))))
  expect(new Set(comments.map((comment) => comment.id)).size).toBe(1)
  expect(await list()).toHaveLength(1)
})

test('refuses words without a user or a token [S2 §8]', async () => {
  const donation = await aGuestsDonation(ports, campaignId)
  const refusal = { code: 'user-and-token-required', status: 400 }
  await expect(postComment(ports, anonymous, wordsWith(donation))).rejects.toMatchObject(refusal)
  await expect(postComment(ports, donation.viewer, wordsWith(donation, { userId: undefined }))).rejects.toMatchObject(
    refusal,
  )
  const sent = commentsContract['POST /v4/donations/comment'].input.parse({
    ...wordsWith(donation),
    userId: null,
    campaignId: null,
  })
  await expect(postComment(ports, donation.viewer, sent)).rejects.toMatchObject(refusal)
  expect(await postComment(ports, donation.viewer, { ...sent, userId: donation.guestId })).toMatchObject({
    donationId: donation.donationId,
  })
})

test('no one can use another’s donation, or learn that it exists [S2 §6]', async () => {
  const [mine, theirs] = [await aGuestsDonation(ports, campaignId), await aGuestsDonation(ports, campaignId)]
  for (const over of [
    { donationId: theirs.donationId },
    { userId: theirs.guestId },
    { donationId: ports.newId() },
    { donationId: 'not an id' },
    { donationId: undefined },
  ])
    await expect(postComment(ports, mine.viewer, wordsWith(mine, over))).rejects.toMatchObject({
      code: 'not-found',
      status: 404,
    })
  expect(await list()).toEqual([])
})

test('words of a donation go to its own campaign only', async () => {
  const donation = await aGuestsDonation(ports, campaignId)
  await expect(
    postComment(ports, donation.viewer, wordsWith(donation, { campaignId: String((await aCampaign(ports)).id) })),
  ).rejects.toMatchObject({ status: 404 })
  expect(
    await postComment(ports, donation.viewer, wordsWith(donation, { campaignId: String(campaignId) })),
  ).toMatchObject({
    campaignId,
  })
})

test('an unpaid donation has no words yet', async () => {
  const guestId = ports.newId()
  const line = aLine(ports, campaignId)
  await aClaimedAttempt(ports, anOrder([line], { guestId }))
  const donation = { guestId, donationId: line.donationId }
  await expect(postComment(ports, { kind: 'guest', guestId }, wordsWith(donation))).rejects.toMatchObject({
    status: 404,
  })
})

test('an anonymous donor’s name and place are not stored, whatever is sent [privacy-1]', async () => {
  const donation = await aGuestsDonation(ports, campaignId, {
    isAnonymous: true,
    customName: 'Amina',
    location: 'Leicester',
  })
  await postComment(
    ports,
    donation.viewer,
    wordsWith(donation, { userDisplayName: 'Amina', userDisplayLocation: 'Leicester' }),
  )
  expect(await list()).toMatchObject([{ userDisplayName: '', userDisplayLocation: '' }])
})

test('stores words, name and place as text without invisible characters [security-11]', async () => {
  const comment = await aComment(ports, campaignId, {
    comment: '<script>alert(1)</script>\u0000',
    userDisplayName: 'O:8:"stdClass":0:{}\u0000',
    userDisplayLocation: '\u202eLeicester\n',
  })
  expect(comment).toMatchObject({
    body: '<script>alert(1)</script>',
    displayName: 'O:8:"stdClass":0:{}',
    displayPlace: 'Leicester',
  })
})

test('refuses empty and overlong values at their field', async () => {
  await expect(aComment(ports, campaignId, { comment: ' \u200b\n ' })).rejects.toMatchObject({
    status: 400,
    fields: { comment: { code: 'comment-empty' } },
  })
  await expect(aComment(ports, campaignId, { comment: 'a'.repeat(1001) })).rejects.toMatchObject({
    fields: { comment: { code: 'comment-too-long' } },
  })
  expect(await aComment(ports, campaignId, { comment: '🌾'.repeat(1000) })).toBeDefined()
})

test('lists ten by default, at most fifty, newest first, without hidden ones [contract-4]', async () => {
  const ids: string[] = []
  for (let count = 0; count < 12; count++) {
    clock.move({ seconds: 1 })
    ids.unshift((await aComment(ports, campaignId)).id)
  }
  expect((await list()).map((comment) => comment.id)).toEqual(ids.slice(0, 10))
  expect((await list({ limit: 50, offset: 10 })).map((comment) => comment.id)).toEqual(ids.slice(10))
  await ports.write((tx) =>
    tx
      .updateTable('comments.comment')
      .set({ hidden_at: clock.now(), hidden_by: 'staff' })
      .where('id', '=', ids[0]!)
      .execute(),
  )
  expect((await list({ limit: 1 })).map((comment) => comment.id)).toEqual([ids[1]])
  await expect(list({ limit: 51 })).rejects.toThrow()
})

test('a listed comment reveals neither donation nor donor', async () => {
  await aComment(ports, campaignId)
  expect(Object.keys((await list())[0]!).sort()).toEqual([
    'campaignId',
    'comment',
    'createdAt',
    'id',
    'userDisplayLocation',
    'userDisplayName',
  ])
})

test('returns the comment with its donation to its sender [S2 §3]', async () => {
  const donation = await aGuestsDonation(ports, campaignId)
  const input = commentsContract['POST /v4/donations/comment'].input.parse({
    ...wordsWith(donation),
    campaignId: Number(campaignId),
  })
  const answered = await commentsHandlers['POST /v4/donations/comment']({
    app: ports,
    viewer: donation.viewer,
    context: aRequestContext(),
    input,
  })
  expect(answered).toMatchObject({
    campaignId: String(campaignId),
    donationId: donation.donationId,
    comment: 'May Allah accept it.',
    createdAt: clock.now(),
  })
})

test('reads words of several campaigns requested together, each with its own count', async () => {
  const other = (await aCampaign(ports)).id
  const none = (await aCampaign(ports)).id
  for (let count = 0; count < 3; count++) {
    const donation = await aGuestsDonation(ports, campaignId)
    await postComment(ports, donation.viewer, wordsWith(donation))
  }
  const donation = await aGuestsDonation(ports, other)
  await postComment(ports, donation.viewer, wordsWith(donation))
  const lists = await Promise.all([campaignId, other, none, campaignId].map((id) => listComments(ports, id, 2, 0)))
  expect(lists.map((words) => words!.map((word) => [word.campaignId, word.total]))).toEqual([
    [
      [campaignId, 3],
      [campaignId, 3],
    ],
    [[other, 1]],
    [],
    [
      [campaignId, 3],
      [campaignId, 3],
    ],
  ])
  expect(lists[3]).toEqual(lists[0])
})
