import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { findOrOpenCase, type NewCase } from './queries/cases.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp({})
})
afterAll(() => installation.close())

async function aNewCase(kind: 'edit' | 'comment'): Promise<() => NewCase> {
  const campaign = await aCampaign(installation.app, {})
  const subjectId = installation.app.newId()
  return () => ({
    id: installation.app.newId(),
    kind,
    subjectId,
    campaignId: campaign.id,
    openedAt: installation.app.clock(),
    reasons: [],
    parts: [],
    score: 1,
    atStake: 0n,
    currency: 'USD',
    snapshot: {},
  })
}
const claim = (newCase: NewCase) => installation.app.db.transaction().execute((tx) => findOrOpenCase(tx, newCase))
const decide = (id: string) =>
  installation.app.db
    .updateTable('moderation.case')
    .set({
      state: 'decided',
      decided_at: installation.app.clock(),
      decision: 'resolved-elsewhere',
      reason: 'Withdrawn.',
    })
    .where('id', '=', id)
    .execute()

test.each(['edit', 'comment'] as const)('concurrent claims of a subject of kind %s share one case', async (kind) => {
  for (let round = 0; round < 10; round += 1) {
    const newCase = await aNewCase(kind)
    const claims = await Promise.all([newCase(), newCase(), newCase(), newCase()].map(claim))
    expect(new Set(claims.map(({ id }) => id)).size).toBe(1)
    expect(claims.filter(({ isNew }) => isNew)).toHaveLength(1)
  }
})

test('a decided edit keeps its only case; another subject gets a new one after its decision', async () => {
  const [edit, comment] = [await aNewCase('edit'), await aNewCase('comment')]
  const [editCase, commentCase] = [await claim(edit()), await claim(comment())]
  await decide(editCase.id)
  await decide(commentCase.id)
  expect(await claim(edit())).toEqual({ id: editCase.id, isNew: false })
  expect(await claim(comment())).toMatchObject({ isNew: true })
})

test('a claim that waits for another transaction gets that transaction’s case', async () => {
  const edit = await aNewCase('edit')
  const first = edit()
  const waiting: Promise<{ id: string; isNew: boolean }>[] = []
  await installation.app.db.transaction().execute(async (tx) => {
    await findOrOpenCase(tx, first)
    waiting.push(claim(edit()))
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
  expect(await waiting[0]).toEqual({ id: first.id, isNew: false })
})
