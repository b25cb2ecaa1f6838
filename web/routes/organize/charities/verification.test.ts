import { expect, test } from 'vitest'
import { fakeApi, pageArgs, resultOf } from '#web/kit/testing.ts'
import { action, loader } from './verification.tsx'

const here = '/organize/charities/7/verification'
const params = { organizationId: '7' }
const put = 'PUT /v4/organizations/:organizationId/verification'

test('saving sends the chosen country with the form', async () => {
  const { api, calls } = fakeApi({ [put]: {} })
  const form = { intent: 'save', version: '3', country: 'TR', legalName: 'Rahma', register: 'Vakiflar' }
  const result = await resultOf(() => action(pageArgs(here, { form, api, params })))
  expect(result).toMatchObject({ status: 303, location: `${here}?done=saved` })
  expect(calls).toMatchObject([[put, { version: 3, form: { country: 'TR', register: 'Vakiflar' } }]])
})

test('the form offers the countries in which a charity can be registered, by their names', async () => {
  const verification = { charity: { id: '7', country: 'GB' }, request: null, nextRequestAt: null }
  const { api } = fakeApi({ 'GET /v4/organizations/:organizationId/verification': verification })
  const result = await resultOf(() => loader(pageArgs(here, { api, params })))
  const { countriesOfCharities, countries } = result.data as Awaited<ReturnType<typeof loader>>
  expect(countriesOfCharities.find(({ code }) => code === 'TR')).toMatchObject({ name: expect.any(String) })
  expect(countriesOfCharities.length).toBeLessThan(countries.length)
})
