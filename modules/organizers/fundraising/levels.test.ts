import { afterAll, beforeAll, expect, test } from 'vitest'
import { aLevel } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { levelLimits } from './rules/level.ts'
import { aDraft } from './testing.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

async function organizer(over: Parameters<typeof aDraft>[2] = {}) {
  const { token, viewer } = await aSession(installation.app)
  const campaign = await aDraft(installation.app, viewer, { status: 1, ...over })
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload: object = {}, key?: string) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(key ? { 'idempotency-key': key } : {}),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    }
    const answer = await installation.fastify.inject({
      method,
      url: `/v4/campaigns/${campaign.id}/levels${path}`,
      headers,
      ...(method === 'GET' ? {} : { payload }),
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  return { campaign, ask }
}
const form = { amount: '25', title: 'A family for a month' }
const titles = (body: { levels: { title: string }[] }) => body.levels.map(({ title }) => title)

test('levels are added, changed, ordered and removed; donors see visible ones in that order [S1 §6]', async () => {
  const { campaign, ask } = await organizer()
  await ask('POST', '', {
    ...form,
    title: 'One',
    description: 'Food',
    limit: '10',
    benefitValue: '5',
    requireNote: true,
    noteDescription: 'Which name?',
  })
  await ask('POST', '', {
    ...form,
    title: 'Two',
    requireShipping: true,
    requireEmergencyContact: true,
    requireMedical: true,
    requireEmail: true,
  })
  const { body } = await ask('POST', '', { ...form, title: 'Three', hidden: true })
  const [one, two, three] = body.levels.map(({ id }: { id: string }) => id)
  expect(body.levels[0]).toMatchObject({
    amount: 2500,
    amountText: '25',
    limit: 10,
    benefitText: '5',
    requireNote: true,
    includeNote: true,
    hidden: false,
  })
  expect((await ask('PATCH', `/${two}`, { ...form, title: 'Zwei', amount: '٤٠' })).body.levels[1]).toMatchObject({
    title: 'Zwei',
    amount: 4000,
    requireShipping: false,
  })
  expect(titles((await ask('POST', '/order', { ids: [two, three, one] })).body)).toEqual(['Zwei', 'Three', 'One'])
  expect((await ask('POST', '/order', { ids: [two, one] })).body.code).toBe('levels-changed')
  const rewards = async () =>
    (
      await installation.fastify.inject({
        method: 'POST',
        url: '/api/projectapi/rewards',
        headers: { 'content-type': 'application/json' },
        payload: { id: String(campaign.id) },
      })
    ).json().result.Rewards as { Title: string }[]
  expect((await rewards()).map(({ Title }) => Title)).toEqual(['Zwei', 'One'])
  expect(titles((await ask('DELETE', `/${one}`)).body)).toEqual(['Zwei', 'Three'])
  expect((await ask('DELETE', `/${one}`)).status).toBe(404)
  const row = await installation.app.db
    .selectFrom('campaigns.level')
    .select('status')
    .where('id', '=', BigInt(one))
    .executeTakeFirstOrThrow()
  expect(row.status).toBe(9)
})

test('a repeated form adds one level, also concurrently and at the limit; a changed one adds another', async () => {
  const { ask } = await organizer()
  const twice = await Promise.all([ask('POST', '', form, 'press'), ask('POST', '', form, 'press')])
  expect(twice.map(({ body }) => titles(body))).toEqual([[form.title], [form.title]])
  expect(titles((await ask('POST', '', { ...form, title: 'Two families' }, 'press')).body)).toEqual([
    form.title,
    'Two families',
  ])
  expect(titles((await ask('POST', '', form)).body)).toHaveLength(3)
  for (let count = 4; count <= levelLimits.levels; count++) await ask('POST', '', form)
  expect((await ask('POST', '', form, 'one too many')).body.code).toBe('too-many-levels')
  expect((await ask('POST', '', form, 'press')).status).toBe(200)
})

test('a limit is never below the claimed and reserved number, also under concurrency', async () => {
  const { campaign, ask } = await organizer()
  const level = await aLevel(installation.app, campaign.id, { claim_limit: 10, claimed: 3, reserved: 2 })
  expect((await ask('PATCH', `/${level.id}`, { ...form, limit: '4' })).body).toMatchObject({
    status: 400,
    fields: { limit: '5 are already taken. The limit can’t be lower.' },
  })
  expect((await ask('PATCH', `/${level.id}`, { ...form, limit: '5' })).status).toBe(200)
  expect((await ask('PATCH', `/${level.id}`, { ...form, limit: '' })).body.levels[0].limit).toBeNull()
  await expect(
    installation.app.db.updateTable('campaigns.level').set({ claim_limit: 4 }).where('id', '=', level.id).execute(),
  ).rejects.toThrow('level_not_oversold')
})

test('an amount is whole, in digits, and a level belongs to its fundraiser [S1 §5]', async () => {
  const [mine, theirs] = [await organizer(), await organizer()]
  for (const amount of ['12.50', '-1', 'ten', '', '0'])
    expect((await mine.ask('POST', '', { ...form, amount })).body.fields).toHaveProperty('amount')
  const other = await aLevel(installation.app, theirs.campaign.id)
  expect((await mine.ask('PATCH', `/${other.id}`, form)).status).toBe(404)
  expect((await mine.ask('DELETE', `/${other.id}`)).status).toBe(404)
  expect((await mine.ask('POST', '', { ...form, title: 'x'.repeat(81) })).body.fields).toHaveProperty('title')
})

test('a changed amount leaves past donations and other currencies’ decimals alone', async () => {
  const { campaign, ask } = await organizer({ currency: 'KWD' })
  const level = await aLevel(installation.app, campaign.id, { amount: 5_000n, claimed: 7 })
  expect((await ask('PATCH', `/${level.id}`, { ...form, amount: '9' })).body.levels[0]).toMatchObject({
    amount: 9_000,
    claimed: 7,
  })
})

test('keeps an existing fraction until another amount is typed', async () => {
  const { campaign, ask } = await organizer()
  const level = await aLevel(installation.app, campaign.id, { amount: 1_250n })
  expect(
    (await ask('PATCH', `/${level.id}`, { ...form, amount: '12', title: 'Renamed' })).body.levels[0],
  ).toMatchObject({ title: 'Renamed', amount: 1_250 })
  expect((await ask('PATCH', `/${level.id}`, { ...form, amount: '13' })).body.levels[0].amount).toBe(1_300)
})

test('the second of two concurrent changes gets the current level and overwrites nothing', async () => {
  const { ask } = await organizer()
  const [{ id, version }] = (await ask('POST', '', { ...form, limit: '9' })).body.levels
  expect(version).toBe(0)
  const first = await ask('PATCH', `/${id}`, { ...form, title: 'Two families', amount: '30', version })
  expect(first.body.levels[0]).toMatchObject({ title: 'Two families', version: 1 })
  // The conflict is reported even if the second change is invalid.
  for (const mine of [{ title: 'A household' }, { title: '' }]) {
    const second = await ask('PATCH', `/${id}`, { ...form, ...mine, version })
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'level-changed', level: { id, title: 'Two families', amountText: '30', limit: null, version: 1 } },
    })
  }
  // The form is sent twice.
  expect(
    (await ask('PATCH', `/${id}`, { ...form, title: ' Two families ', amount: '٣٠', version })).body.levels[0],
  ).toMatchObject({ version: 1 })
  expect((await ask('PATCH', `/${id}`, { ...form, title: 'A household', version: 1 })).body.levels[0]).toMatchObject({
    title: 'A household',
    version: 2,
  })
  expect((await ask('PATCH', `/${id}`, { ...form, title: 'Without a version' })).body.levels[0]).toMatchObject({
    title: 'Without a version',
    version: 3,
  })
})

test('one of many concurrent changes wins; a donation or reordering doesn’t conflict with it', async () => {
  const { campaign, ask } = await organizer()
  const level = await aLevel(installation.app, campaign.id, { claim_limit: 10 })
  const other = await aLevel(installation.app, campaign.id)
  await installation.app.db.updateTable('campaigns.level').set({ claimed: 1 }).where('id', '=', level.id).execute()
  await ask('POST', '/order', { ids: [String(other.id), String(level.id)] })
  const saves = await Promise.all(
    ['One', 'Two', 'Three', 'Four'].map((title) => ask('PATCH', `/${level.id}`, { ...form, title, version: 0 })),
  )
  expect(saves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  const won = saves.find(({ status }) => status === 200)!.body.levels.at(-1)
  expect(won).toMatchObject({ version: 1, claimed: 1 })
  for (const { status, body } of saves)
    if (status === 409) expect(body.level).toMatchObject({ title: won.title, version: 1 })
  expect(titles((await ask('GET')).body).at(-1)).toBe(won.title)
})
