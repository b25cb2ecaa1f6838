import { expect, test, vi } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { resultOf, fakeApi, type FakePage, pageArgs, visitors } from '#web/kit/testing.ts'
import { action, loader } from './log-in-again.tsx'

const path = '/login/again?redirectUrl=%2Faccount%2Fprofile&keep=firstName'
const typed = { firstName: 'Amina', password: 'ears of grain', intent: 'save', loggedInAs: '41', resumed: '1' }
const login = { ...typed, 'login-email': 'amina@example.org', 'login-password': 'ears of grain' }
const entries = [
  ['firstName', 'Amina'],
  ['intent', 'save'],
  ['loggedInAs', '41'],
]
const post = (page: FakePage, url = path) => resultOf(() => action(pageArgs(url, { form: typed, ...page })))

test('asks for the password and keeps only the fields that the page named', async () => {
  const response = await post({ viewer: visitors.guest })
  expect(response).toMatchObject({ status: 401, data: { step: 'password', entries } })
  expect(JSON.stringify(response)).not.toContain('ears of grain')
})

test('never keeps a file', async () => {
  const form = new FormData()
  form.set('firstName', new File(['x'], 'x.txt'))
  expect(await post({ viewer: visitors.guest, form })).toMatchObject({ data: { entries: [] } })
})

test('a login posts the form here again, so that its account is checked', async () => {
  const seen: unknown[] = []
  const logIn = async (input: unknown) => (seen.push(input), { ok: true as const })
  expect(await post({ viewer: visitors.guest, form: login, logIn })).toEqual({ status: 307, location: path })
  expect(seen).toEqual([{ email: 'amina@example.org', password: 'ears of grain' }])
})

test('a refused login shows why and keeps the form, but no password', async () => {
  const refused = { code: 'wrong-login', status: 401, message: 'Wrong.', fields: {} }
  const response = await post({ viewer: visitors.guest, form: login, logIn: async () => ({ ok: false, refused }) })
  expect(response).toMatchObject({
    status: 401,
    data: { step: 'password', email: 'amina@example.org', entries, refused },
  })
  expect(JSON.stringify(response)).not.toContain('ears of grain')
})

test('a login that needs a proof of work sends its solution', async () => {
  const logIn = vi.fn(async () => ({ ok: true as const }))
  await post({ viewer: visitors.guest, form: { ...login, reCaptcha: 'solution' }, logIn })
  expect(logIn).toHaveBeenCalledWith(expect.objectContaining({ reCaptcha: 'solution' }))
})

test('asks for the second factor, checks it, and posts the form here again', async () => {
  const { api, calls } = fakeApi()
  expect(await post({ viewer: visitors.halfway, api })).toMatchObject({ status: 401, data: { step: 'code', entries } })
  const form = { ...typed, 'login-code': '123456' }
  expect(await post({ viewer: visitors.halfway, api, form })).toEqual({ status: 307, location: path })
  expect(calls).toEqual([['POST /v4/login/second-factor', { code: '123456' }]])
})

test('a wrong code shows why and keeps the form', async () => {
  const { api } = fakeApi({ 'POST /v4/login/second-factor': new Problem('validation', 'wrong-code') })
  const response = await post({ viewer: visitors.halfway, api, form: { ...typed, 'login-code': '0' } })
  expect(response).toMatchObject({
    status: 400,
    data: { step: 'code', entries, refused: { message: 'text of wrong-code' } },
  })
})

test('posts the form to its page for the same account', async () => {
  expect(await post({})).toEqual({ status: 307, location: '/account/profile' })
})

test('sends and shows nothing for another account', async () => {
  const response = await post({ viewer: { ...visitors.signedIn, id: '42', email: 'sana@example.org' } })
  expect(response).toMatchObject({
    status: 403,
    data: { step: 'other-account', email: 'sana@example.org', entries: [] },
  })
  expect(JSON.stringify(response)).not.toContain('Amina')
})

test.each(['https://evil.example/x', '//evil.example/x'])('never posts to %s', async (target) => {
  const url = `/login/again?redirectUrl=${encodeURIComponent(target)}`
  expect((await post({}, url)).location).toMatch(/^\/(?!\/)/)
  expect((await resultOf(() => loader(pageArgs(url)))).data).toEqual({ back: expect.stringMatching(/^\/(?!\/)/) })
})
