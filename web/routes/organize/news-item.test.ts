import { expect, test } from 'vitest'
import { fakeApi, pageArgs, resultOf } from '#web/kit/testing.ts'
import { action } from './news-item.tsx'

const read = 'GET /v4/campaigns/:campaignId/news/:newsId'
const correct = 'PATCH /v4/campaigns/:campaignId/news/:newsId'
const loaded = { 'loaded-title': 'The well', 'loaded-body': '<p>It is dug.</p>' }
const params = { campaignId: '8', newsId: 'n-1' }
const post = (form: Record<string, string>, saved: object) => {
  const { api, calls } = fakeApi({ [read]: saved })
  return resultOf(() => action(pageArgs('/organize/8/news/n-1', { form: { ...loaded, ...form }, api, params }))).then(
    (result) => ({ result, last: calls.at(-1) }),
  )
}

test('a correction of the title keeps the text that another person has corrected meanwhile', async () => {
  const saved = { title: 'The well', body: '<p>It is dug and safe.</p>' }
  const { result, last } = await post({ title: 'Your well', story: '<p>It is dug.</p>' }, saved)
  expect(last).toEqual([correct, { ...params, title: 'Your well', body: '<p>It is dug and safe.</p>' }])
  expect(result.location).toBe('/organize/8/news?done=corrected')
})

test('two corrections of the text save neither over the other, and the typed one is kept', async () => {
  const saved = { title: 'The well', body: '<p>It is safe.</p>' }
  const { result, last } = await post({ title: 'The well', story: '<p>It is deep.</p>' }, saved)
  expect(last?.[0]).toBe(read)
  expect(result).toMatchObject({
    status: 409,
    data: { typed: { body: '<p>It is deep.</p>' }, refused: { fields: { story: 'text of changed-meanwhile' } } },
  })
})
