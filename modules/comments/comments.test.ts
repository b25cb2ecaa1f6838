import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/campaigns/testing.ts'
import { settle } from '#modules/giving/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/giving/testing.ts'
import type { GivingPorts } from '#modules/giving/ports.ts'
import type { Ports } from '#shared/ports.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testPorts } from '#tests/support/ports.ts'
import { postComment } from './post-comment.ts'
import { listComments } from './queries.ts'

let database: TestDatabase
let ports: Ports
let campaignId: bigint
beforeAll(async () => {
  database = await createTestDatabase()
  ports = testPorts(database.database)
  campaignId = (await aCampaign(ports)).id
})
afterAll(() => database.drop())

async function aGuestsGift(over: { isAnonymous?: boolean } = {}) {
  const guestId = randomUUID()
  const line = aLine(ports, campaignId, over)
  const attempt = await aClaimedAttempt(ports, anOrder([line], { guestId }))
  await settle(ports as GivingPorts, attempt, { kind: 'succeeded', chargeId: `ch_${guestId}`, amount: 2320n, currency: 'GBP' })
  return { guestId, donationId: line.donationId, viewer: { kind: 'guest', guestId } as const }
}
const words = (of: { guestId: string; donationId: string }, comment = 'May Allah accept it.') => ({ userId: of.guestId, donationId: of.donationId, campaignId: String(campaignId), comment, userDisplayName: '', userDisplayLocation: 'Leicester' })

test('a guest may say one thing with their gift, and saying it again changes nothing [S2 §7]', async () => {
  const gift = await aGuestsGift()
  const said = await postComment(ports, gift.viewer, words(gift))
  expect(said).toMatchObject({ body: 'May Allah accept it.', displayName: 'Amina Yusuf', displayPlace: 'Leicester' })
  expect((await postComment(ports, gift.viewer, words(gift))).id).toBe(said.id)
  await expect(postComment(ports, gift.viewer, words(gift, 'Something else'))).rejects.toMatchObject({ code: 'comment-exists', status: 409 })
  expect((await listComments(ports.db, campaignId, 10, 0)).map((comment) => comment.id)).toContain(said.id)
})

test('without a user or a token nothing is said [S2 §8]', async () => {
  const gift = await aGuestsGift()
  await expect(postComment(ports, { kind: 'anonymous' }, words(gift))).rejects.toMatchObject({ code: 'user-and-token-required' })
  await expect(postComment(ports, gift.viewer, { ...words(gift), userId: undefined })).rejects.toMatchObject({ code: 'user-and-token-required' })
})

test('nobody speaks with somebody else’s gift, and is not told that it exists [S2 §6]', async () => {
  const [mine, theirs] = [await aGuestsGift(), await aGuestsGift()]
  await expect(postComment(ports, mine.viewer, { ...words(mine), donationId: theirs.donationId })).rejects.toMatchObject({ status: 404 })
  await expect(postComment(ports, mine.viewer, { ...words(mine), userId: theirs.guestId })).rejects.toMatchObject({ status: 404 })
})

test('an anonymous donor’s name and place are not stored', async () => {
  const gift = await aGuestsGift({ isAnonymous: true })
  expect(await postComment(ports, gift.viewer, { ...words(gift), userDisplayName: 'Amina' })).toMatchObject({ displayName: '', displayPlace: '' })
})
