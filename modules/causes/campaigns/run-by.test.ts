import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSession } from '#modules/platform/identity/testing.ts'
import { insertMembers } from '#modules/causes/organizations/index-members.ts'
import type { Ports } from '#shared/ports.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testPorts } from '#tests/support/ports.ts'
import { insertTeamMembers } from './queries/team.ts'
import { campaignRunBy } from './run-by.ts'
import { aCampaign } from './testing.ts'

let database: TestDatabase
let ports: Ports
beforeAll(async () => {
  database = await createTestDatabase()
  ports = testPorts(database.database)
})
afterAll(() => database.drop())

const somebody = async () =>
  (await aSession({ ...ports, tokenSecret: 'a secret of at least thirty-two characters' })).viewer

test('who has no part in a fundraiser is told that there is none (security-3)', async () => {
  const campaign = await aCampaign(ports)
  await expect(campaignRunBy(ports, await somebody(), campaign.id, 'look')).rejects.toMatchObject({
    code: 'campaign-not-found',
    status: 404,
  })
  await expect(campaignRunBy(ports, await somebody(), 999_999n, 'look')).rejects.toMatchObject({
    code: 'campaign-not-found',
    status: 404,
  })
  await expect(campaignRunBy(ports, { kind: 'anonymous' }, campaign.id, 'look')).rejects.toMatchObject({ status: 401 })
})

test('a team member does what their role says and is refused the rest', async () => {
  const [campaign, viewer] = [await aCampaign(ports, { status: 0 }), await somebody()]
  await ports.write((tx) =>
    insertTeamMembers(tx, [
      { campaignId: campaign.id, accountId: viewer.accountId, role: 'editor', publicName: 'E', at: ports.clock() },
    ]),
  )
  expect(await campaignRunBy(ports, viewer, campaign.id, 'edit')).toMatchObject({
    id: campaign.id,
    status: 0,
    parts: ['editor'],
  })
  await expect(campaignRunBy(ports, viewer, campaign.id, 'donors')).rejects.toMatchObject({
    code: 'not-allowed',
    status: 403,
  })
})

test('a charity’s people run all its fundraisers and nobody else’s (security-3)', async () => {
  const [campaign, other, viewer] = [await aCampaign(ports), await aCampaign(ports), await somebody()]
  await ports.write((tx) =>
    insertMembers(tx, [
      { organizationId: campaign.organization_id, accountId: viewer.accountId, role: 'finance', at: ports.clock() },
    ]),
  )
  expect((await campaignRunBy(ports, viewer, campaign.id, 'offline')).parts).toEqual(['charity-finance'])
  await expect(campaignRunBy(ports, viewer, campaign.id, 'edit')).rejects.toMatchObject({ status: 403 })
  await expect(campaignRunBy(ports, viewer, other.id, 'look')).rejects.toMatchObject({ status: 404 })
})
