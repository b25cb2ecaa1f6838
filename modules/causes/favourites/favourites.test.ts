import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { anAccount } from '#modules/platform/identity/testing.ts'
import type { IdentityPorts } from '#modules/platform/identity/index.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { setFavourite } from './set-favourite.ts'
import { givingList } from './giving-list.ts'
import { favouritesAmong } from './queries.ts'

let database: TestDatabase
let ports: IdentityPorts
const clock = manualClock()
beforeAll(async () => {
  database = await createTestDatabase()
  ports = { ...testPorts(database.database, clock.now), tokenSecret: 'a secret of at least thirty-two characters' }
})
afterAll(() => database.drop())

const list = async (accountId: string) =>
  (await givingList(ports, accountId, { limit: 24 })).campaigns.map((card) => card.id)

test('the verb is the target state, and repeating it changes nothing [S1 §4]', async () => {
  const [{ id: accountId }, { id: campaignId }] = [await anAccount(ports), await aCampaign(ports)]
  for (let click = 0; click < 2; click++)
    expect(await setFavourite(ports, accountId, { verb: 'add', campaignId })).toEqual({ favorited: true })
  expect(await list(accountId)).toEqual([String(campaignId)])
  for (let click = 0; click < 2; click++)
    expect(await setFavourite(ports, accountId, { verb: 'remove', campaignId })).toEqual({ favorited: false })
  expect(await list(accountId)).toEqual([])
})

test('concurrent requests from several devices leave one entry', async () => {
  const [{ id: accountId }, { id: campaignId }] = [await anAccount(ports), await aCampaign(ports)]
  await Promise.all([1, 2, 3, 4].map(() => setFavourite(ports, accountId, { verb: 'add', campaignId })))
  expect(await list(accountId)).toEqual([String(campaignId)])
})

test('each account has its own list', async () => {
  const [mine, other, { id: campaignId }] = [await anAccount(ports), await anAccount(ports), await aCampaign(ports)]
  await setFavourite(ports, mine.id, { verb: 'add', campaignId })
  await setFavourite(ports, other.id, { verb: 'remove', campaignId })
  expect(await list(mine.id)).toEqual([String(campaignId)])
  expect(await favouritesAmong(ports, other.id, [campaignId])).toEqual([])
})

test('missing and draft fundraisers can’t be added', async () => {
  const [{ id: accountId }, { id: draft }] = [await anAccount(ports), await aCampaign(ports)]
  await database.database.write((tx) => sql`update campaigns.campaign set status = 0 where id = ${draft}`.execute(tx))
  for (const campaignId of [draft, 999_999_999n])
    await expect(setFavourite(ports, accountId, { verb: 'add', campaignId })).rejects.toMatchObject({
      status: 404,
      code: 'campaign-not-found',
    })
})

test('lists the last added first, page by page', async () => {
  const { id: accountId } = await anAccount(ports)
  const added: string[] = []
  for (let count = 0; count < 3; count++) {
    clock.move({ seconds: 1 })
    const { id: campaignId } = await aCampaign(ports)
    await setFavourite(ports, accountId, { verb: 'add', campaignId })
    added.unshift(String(campaignId))
  }
  const first = await givingList(ports, accountId, { limit: 2 })
  const second = await givingList(ports, accountId, { limit: 2, before: first.next! })
  expect([...first.campaigns, ...second.campaigns].map((card) => card.id)).toEqual(added)
  expect(second.next).toBeNull()
})
