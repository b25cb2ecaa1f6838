import { expect, test } from 'vitest'
import { fakeApi, pageArgs, resultOf } from '#web/kit/testing.ts'
import { action as createFundraiser } from './new.tsx'
import { action as editPage } from './pages/edit.tsx'
import { action as movePage } from './pages/page.tsx'

const create = 'POST /v4/fundraisers'
const fundraiser = { organizationId: '7', title: 'Wells', category: 'water', currency: 'GBP' }
const begin = async (form: Record<string, string>) => {
  const { api, calls } = fakeApi({ [create]: { id: '8' } })
  const result = await resultOf(() => createFundraiser(pageArgs('/organize/new', { form, api })))
  return { result, calls: calls.map(([call]) => call) }
}

test('a fundraiser asks again about its charity and currency, which never change', async () => {
  expect(await begin(fundraiser)).toMatchObject({ calls: [], result: { data: { unconfirmed: '7 GBP' } } })
  const other = await begin({ ...fundraiser, organizationId: '9', confirmedChoice: '7 GBP' })
  expect(other).toMatchObject({ calls: [], result: { data: { unconfirmed: '9 GBP' } } })
  expect(await begin({ ...fundraiser, confirmedChoice: '7 GBP' })).toMatchObject({
    calls: [create],
    result: { status: 303, location: '/organize/8/edit' },
  })
  expect((await begin({ ...fundraiser, title: ' ' })).calls).toEqual([create])
})

const params = { subdomain: 'umeed', slug: 'coats' }
const path = '/organizations/umeed/hosted-pages/coats'
const publish = 'POST /v4/organizations/:subdomain/hosted-pages/:slug/state'
const versionsOf = 'GET /v4/organizations/:subdomain/hosted-pages/:slug/versions'
const read = 'GET /v4/organizations/:subdomain/hosted-pages/:slug'
const save = 'PATCH /v4/organizations/:subdomain/hosted-pages/:slug'
const actions = { overview: movePage, editor: editPage }
const forms = { overview: { state: 'published' }, editor: { intent: 'publish' } }
type Name = keyof typeof actions
const send = async (name: Name, form: Record<string, string>, versions: object[] = []) => {
  const page = { slug: 'coats' }
  const { api, calls } = fakeApi({
    [versionsOf]: { versions },
    [read]: { currency: 'GBP' },
    [save]: page,
    [publish]: page,
  })
  const result = await resultOf(() => actions[name](pageArgs(path, { params, form, api })))
  return { result, isPublished: calls.some(([call]) => call === publish) }
}

test('the first publication of a hosted page asks again about its currency', async () => {
  expect(await send('overview', forms.overview)).toMatchObject({
    isPublished: false,
    result: { data: { unconfirmed: 'GBP' } },
  })
  expect(await send('editor', forms.editor)).toEqual({
    isPublished: false,
    result: { status: 303, location: `${path}/edit?confirm=1` },
  })
})

test.each<Name>(['overview', 'editor'])(
  '%s: a confirmed currency, or a page that was public, is published',
  async (name) => {
    const published = { isPublished: true, result: { status: 303, location: `${path}?done=1` } }
    expect(await send(name, { confirmedChoice: 'GBP' })).toEqual(published)
    expect(await send(name, forms[name], [{ number: 1 }])).toEqual(published)
    expect((await send(name, { confirmedChoice: 'USD' })).isPublished).toBe(false)
  },
)
