import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { aMemberOf, ask } from '#modules/organizers/charities/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { donorRecords } from './queries/records.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
})
afterAll(() => installation.close())

const aCharity = async () => {
  const { id } = await anOrganization(installation.app)
  const path = `/v4/organizations/${id}`
  const member = await aMemberOf(installation, String(id), 'donor-support')
  const saved = async () =>
    (
      (await ask(installation, member.token, 'GET', `${path}/donors`)).body as unknown as {
        savedFilters: { id: string; name: string; query: string }[]
      }
    ).savedFilters
  const save = (name: string, query: string) =>
    ask(installation, member.token, 'POST', `${path}/saved-filters`, { list: 'donors', name, query })
  return { id, path, member, saved, save }
}

test('a filter is saved for the team without its search, replaced by the same name, and removed', async () => {
  const { path, member, saved, save, id } = await aCharity()
  expect((await save('Friends', '?search=Leyla&segment=lapsed')).status).toBe(200)
  expect((await save('Friends', '?segment=major&columns=total,place')).status).toBe(200)
  const colleague = await aMemberOf(installation, String(id), 'finance')
  const [filter] = await saved()
  expect(filter).toMatchObject({ name: 'Friends', query: 'segment=major&columns=total%2Cplace' })
  const removal = `${path}/saved-filters/${filter!.id}`
  const stranger = await aCharity()
  expect((await ask(installation, stranger.member.token, 'DELETE', removal)).status).toBe(404)
  expect(
    (await ask(installation, stranger.member.token, 'DELETE', `${stranger.path}/saved-filters/${filter!.id}`)).status,
  ).toBe(404)
  await installation.app.write((tx) => donorRecords.erase(tx, { accountId: member.viewer.accountId, donationIds: [] }))
  expect(await saved()).toHaveLength(1)
  expect((await ask(installation, colleague.token, 'DELETE', removal)).status).toBe(200)
  expect(await saved()).toEqual([])
})

test('a filter without a name, or with a search only, is refused at its field', async () => {
  const { save, saved } = await aCharity()
  expect((await save('', '?search=Leyla')).body).toMatchObject({
    fields: { name: expect.any(String), query: expect.any(String) },
  })
  expect(await saved()).toEqual([])
})
