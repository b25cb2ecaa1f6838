import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { fakeApi, pageArgs, resultOf } from '#web/kit/testing.ts'
import { action } from './thanks.tsx'

const save = 'PUT /v4/organizations/:organizationId/thank-you-texts'
const form = { level: '12', en: 'Thank you', ar: 'شكرًا' }
const post = (answers?: Record<string, unknown>) => {
  const { api, calls } = fakeApi(answers)
  return {
    calls,
    response: resultOf(() => action(pageArgs('/thanks', { params: { organizationId: '7' }, form, api }))),
  }
}

test('the texts of a level are saved with one call, and the page says so', async () => {
  const { calls, response } = post()
  expect(await response).toEqual({ status: 303, location: '/thanks?done=saved' })
  expect(calls).toEqual([[save, { organizationId: '7', level: '12', texts: { en: 'Thank you', ar: 'شكرًا' } }]])
})

test('refused texts come back with what was typed, at their field', async () => {
  const refused = new Problem('validation', 'invalid-input', { fields: { en: { code: 'thanks-foreign-link' } } })
  expect(await post({ [save]: refused }).response).toMatchObject({
    status: 400,
    data: { values: form, refused: { fields: { en: 'text of thanks-foreign-link' } } },
  })
})
