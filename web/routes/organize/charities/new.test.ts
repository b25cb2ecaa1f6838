import { expect, test } from 'vitest'
import { fakeApi, pageArgs, resultOf, visitors } from '#web/kit/testing.ts'
import * as staff from '#web/routes/staff/charity.tsx'
import { action, loader } from './new.tsx'

const basis = { country: 'GB', timeZone: 'Europe/London', currency: 'GBP' }
const token = 'GB Europe/London GBP'
const pages = {
  'sign-up': {
    call: 'POST /v4/organizations',
    typed: { name: 'Zuhur', email: 'office@zuhur.example', category: 'food', ...basis },
    run: action,
  },
  staff: {
    call: 'POST /v4/staff/charities',
    typed: { intent: 'save', name: 'Zuhur', registration: '1100000', slug: 'zuhur', ...basis },
    run: staff.action,
  },
}

for (const [name, { call, typed, run }] of Object.entries(pages)) {
  const post = (over: Record<string, string | string[]> = {}) => {
    const { api, calls } = fakeApi({ [call]: { id: '7' } })
    return resultOf(() => run(pageArgs('/page', { form: { ...typed, ...over }, api }))).then((result) => ({
      result,
      calls: calls.map(([done]) => done),
    }))
  }

  test(`${name} asks again about country, zone and currency, which never change, and creates nothing before`, async () => {
    const { result, calls } = await post()
    expect(calls).toEqual([])
    expect(result.data).toMatchObject({ unconfirmed: token })
    expect(await post({ confirmedChoice: token })).toMatchObject({ calls: [call], result: { status: 303 } })
  })

  test(`${name} asks again about another choice than the confirmed one`, async () => {
    const { result, calls } = await post({ currency: 'USD', confirmedChoice: token })
    expect(calls).toEqual([])
    expect(result.data).toMatchObject({ unconfirmed: 'GB Europe/London USD' })
  })

  test(`${name} lets the API refuse an incomplete form without asking`, async () => {
    expect((await post({ name: ' ' })).calls).toEqual([call])
  })
}

test('an unconfirmed email is asked for before the form is filled in', async () => {
  const viewer = { ...visitors.signedIn, isEmailConfirmed: false }
  const load = (page: object) => resultOf(() => loader(pageArgs('/organize/charities/new', page)))
  expect(await load({ viewer })).toMatchObject({ data: { isConfirmed: false } })
  expect(await load({})).toMatchObject({ data: { isConfirmed: true } })
})
