import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { fakeApi, type FakePage, pageArgs, resultOf, visitors } from '#web/kit/testing.ts'
import { action } from './reauthenticate.tsx'

const proofs = 'POST /v4/password/proofs'
const back = '/staff/payouts?state=draft'
const plain = `/account/reauthenticate?redirectUrl=${encodeURIComponent(back)}`
const keeping = `${plain}&keep=${encodeURIComponent('note gift-*')}`
const typed = { note: 'Paid twice', 'gift-d-1': '12.50', secret: 'ears of grain', intent: 'refund', loggedInAs: '41' }
const entries = [
  ['note', 'Paid twice'],
  ['gift-d-1', '12.50'],
  ['intent', 'refund'],
  ['loggedInAs', '41'],
]
const post = (url: string, form: Record<string, string>, page: FakePage = {}) => {
  const { api, calls } = fakeApi()
  return resultOf(() => action(pageArgs(url, { form, api, ...page }))).then((result) => ({ result, calls }))
}

test('keeps the named fields of a form that was refused for the missing proof, and proves nothing yet', async () => {
  const { result, calls } = await post(keeping, typed)
  expect(calls).toEqual([])
  expect(result).toMatchObject({ status: 401, data: { entries } })
  expect(JSON.stringify(result)).not.toContain('ears of grain')
})

test('the proof posts the form to its page again; without a form the page is opened', async () => {
  const proof = { 'proof-password': 'long words', 'proof-code': '123456' }
  const response = await post(keeping, { ...typed, ...proof, identityProved: '1' })
  expect(response.calls).toEqual([[proofs, { password: 'long words', code: '123456' }]])
  expect(response.result).toEqual({ status: 307, location: back })
  expect((await post(plain, proof)).result).toEqual({ status: 303, location: back })
})

test('a proof in another tab needs no password here', async () => {
  const { result, calls } = await post(keeping, { ...typed, identityProved: '1', act: 'elsewhere' })
  expect(calls).toEqual([])
  expect(result).toEqual({ status: 307, location: back })
})

test('a wrong password is refused at its control, and the form is kept', async () => {
  const fields = { password: { code: 'wrong-password' } }
  const { api } = fakeApi({ [proofs]: new Problem('validation', 'invalid-input', { fields }) })
  const { result } = await post(keeping, { ...typed, identityProved: '1', 'proof-password': 'wrong' }, { api })
  expect(result).toMatchObject({
    status: 400,
    data: { entries, refused: { fields: { 'proof-password': 'text of wrong-password' } } },
  })
})

test('an ended session passes the form on to the login', async () => {
  const { result } = await post(keeping, typed, { viewer: visitors.guest })
  expect(result).toMatchObject({ status: 307, location: expect.stringMatching(/^\/login\/again\?/) })
})
