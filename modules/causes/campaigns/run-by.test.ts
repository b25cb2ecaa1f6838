import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSession } from '#modules/platform/identity/testing.ts'
import { insertMembers } from '#modules/causes/organizations/index.ts'
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

const aPerson = async () =>
  (await aSession({ ...ports, tokenSecret: 'a secret of at least thirty-two characters' })).viewer

test('a fundraiser is not found without a role in it (security-3)', async () => {
  const campaign = await aCampaign(ports)
  await expect(campaignRunBy(ports, await aPerson(), campaign.id, 'look')).rejects.toMatchObject({
    code: 'campaign-not-found',
    status: 404,
  })
  await expect(campaignRunBy(ports, await aPerson(), 999_999n, 'look')).rejects.toMatchObject({
    code: 'campaign-not-found',
    status: 404,
  })
  await expect(campaignRunBy(ports, { kind: 'anonymous' }, campaign.id, 'look')).rejects.toMatchObject({ status: 401 })
})

test('a team member can do what their role allows and nothing else', async () => {
  const [campaign, viewer] = [await aCampaign(ports, { status: 0 }), await aPerson()]
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

test('a charity’s members run all its fundraisers and no others (security-3)', async () => {
  const [campaign, other, viewer] = [await aCampaign(ports), await aCampaign(ports), await aPerson()]
  await ports.write((tx) =>
    insertMembers(tx, [
      { organizationId: campaign.organization_id, accountId: viewer.accountId, role: 'finance', at: ports.clock() },
    ]),
  )
  expect((await campaignRunBy(ports, viewer, campaign.id, 'offline')).parts).toEqual(['charity-finance'])
  await expect(campaignRunBy(ports, viewer, campaign.id, 'edit')).rejects.toMatchObject({ status: 403 })
  await expect(campaignRunBy(ports, viewer, other.id, 'look')).rejects.toMatchObject({ status: 404 })
})
