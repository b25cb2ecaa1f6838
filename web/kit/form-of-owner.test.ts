import { expect, test } from 'vitest'
import { formOfOwner } from './form-of-owner.ts'
import { type FakePage, pageArgs, resultOf, visitors } from './testing.ts'

const form = { title: 'Wells', note: 'For two villages', intent: 'save', loggedInAs: '41' }
const read = (page: FakePage = {}) =>
  resultOf(async () => [...(await formOfOwner(pageArgs('/page?q=1', { form, ...page }))).keys()])

test('reads the form of its account, and a form without an account', async () => {
  expect(await read()).toMatchObject({ data: ['title', 'note', 'intent', 'loggedInAs'] })
  expect(await read({ form: { title: 'Wells' }, viewer: visitors.guest })).toMatchObject({ data: ['title'] })
})

test.each([
  ['a session that has ended', visitors.guest],
  ['another account', { ...visitors.signedIn, id: '42' }],
])('%s keeps what was typed', async (_, viewer) => {
  expect(await read({ viewer })).toEqual({
    status: 307,
    location: '/login/again?redirectUrl=%2Fpage%3Fq%3D1&keep=title+note+intent+loggedInAs',
  })
})
