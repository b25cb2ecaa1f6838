import { expect, test } from 'vitest'
import { fakeApi, misfits, pageArgs, resultOf } from '#web/kit/testing.ts'
import { Problem } from '#shared/problem.ts'
import { action, forms, loader } from './letters.tsx'

const params = { organizationId: '7' }
const list = 'GET /v4/organizations/:organizationId/letters'
const count = 'POST /v4/organizations/:organizationId/letters/recipients'
const send = 'POST /v4/organizations/:organizationId/letters'
const letter = { segment: 'lapsed', fundraiser: '12', subject: 'The well is open', body: 'Salam.' }
const post = (intent: string, answers: Record<string, unknown> = {}) => {
  const { api, calls } = fakeApi(answers)
  return { calls, response: resultOf(() => action(pageArgs('/letters', { params, form: { ...letter, intent }, api }))) }
}

test('one button counts the recipients and keeps the letter, the other sends it', async () => {
  const counted = post('count', { [count]: { recipients: 3 } })
  expect((await counted.response).data).toMatchObject({ values: letter, result: { recipients: 3 } })
  const sent = post('send')
  expect(await sent.response).toEqual({ status: 303, location: '/letters?done=sent' })
  expect([counted.calls, sent.calls]).toEqual([[[count, { ...params, ...letter }]], [[send, { ...params, ...letter }]]])
})

test('a letter that is refused comes back as it was typed', async () => {
  const { response } = post('send', { [send]: new Problem('conflict', 'letter-too-soon') })
  expect(await response).toMatchObject({ status: 409, data: { values: letter } })
})

test('shows the days of sent letters, and when the next one can be sent', async () => {
  const { api } = fakeApi({ [list]: { letters: [{ sentOn: '2026-11-02' }], nextOn: '2026-11-09' } })
  const { data } = await resultOf(() => loader(pageArgs('/letters', { params, api })))
  expect(data).toMatchObject({ next: '9 Nov 2026', letters: [{ day: '2 Nov 2026' }] })
})

test('the fields are those of the calls', () => {
  expect([...misfits(send, forms.send), ...misfits(count, forms.count)]).toEqual([])
})
