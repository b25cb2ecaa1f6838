import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { aMemberOf } from '#modules/organizers/charities/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { authorizeForPages } from './authorize-for-page.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

test('the pages of a verified charity need two factors where the installation requires them (accounts-14)', async () => {
  const { id } = await anOrganization(installation.app)
  const { viewer } = await aMemberOf(installation, String(id), 'owner')
  const authorize = (isTwoFactorRequired: boolean, hasSecondFactor: boolean) =>
    authorizeForPages({ ...installation.app, isTwoFactorRequired }, { ...viewer, hasSecondFactor }, String(id), 'pages')
  await expect(authorize(true, false)).rejects.toMatchObject({ code: 'two-factor-required' })
  expect((await authorize(true, true)).role).toBe('owner')
  expect((await authorize(false, false)).role).toBe('owner')
})
