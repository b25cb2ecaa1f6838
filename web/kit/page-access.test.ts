import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { resultOf, fakeApi, pageArgs, visitors } from './testing.ts'

type Page = { readonly loader?: (args: never) => unknown; readonly action?: (args: never) => unknown }
const pages = import.meta.glob<Page>([
  '../routes/{account,organize,staff}/**/*.{ts,tsx}',
  '!../routes/**/*.test.*',
  '!../routes/**/*-parts.tsx',
])
const path = '/the/page?q=1'
const params = { organizationId: '7', campaignId: '8', itemId: '5', slug: 'page', subdomain: 'charity', step: 'story' }

/** The result of a page whose every call is refused with this problem. */
async function refusedWith(file: string, kind: keyof Page, problem: Problem, isSignedIn: boolean) {
  const page = await pages[`../routes/${file}`]!()
  const { api, calls } = fakeApi(new Proxy({}, { get: () => problem }))
  const viewer = isSignedIn ? visitors.signedIn : visitors.guest
  const form = kind === 'action' ? { form: { intent: '' } } : {}
  return { ...(await resultOf(() => page[kind]!(pageArgs(path, { api, viewer, params, ...form })))), calls }
}

const withLoader = async () => {
  const loaded = await Promise.all(Object.entries(pages).map(async ([file, load]) => [file, await load()] as const))
  return loaded.flatMap(([file, { loader }]) => (loader ? [file.replace('../routes/', '')] : []))
}
const files = await withLoader()

/** Pages of the account whose layout redirects before they are shown, and downloads that only redirect to their page. */
const redirectElsewhere = [
  'account/donations/receipts.tsx',
  'account/erasure.tsx',
  'account/notifications.tsx',
  'account/preferences.tsx',
  'account/privacy.tsx',
  'account/security/confirmation.ts',
  'account/security/reauthenticate.tsx',
  'account/security/security.tsx',
  'account/security/two-factor.tsx',
  'organize/charities/donations-export.ts',
  'organize/charities/donors-export.ts',
  'organize/charities/gift-aid/gift-aid-file.ts',
  'organize/claims-export.ts',
  'organize/donations-export.ts',
]
/** The invitation explains itself before the login; the editor and public pages of a charity check access themselves. */
const explained = ['organize/join.tsx', 'organize/pages/page.tsx']

test.each(files.filter((file) => ![...redirectElsewhere, ...explained].includes(file)))(
  '%s asks a visitor without a session to log in, and reads nothing before',
  async (file) => {
    const { status, location = '', calls } = await refusedWith(file, 'loader', new Problem('server', 'server'), false)
    expect([status, calls]).toEqual([303, []])
    expect(location).toMatch(/^\/login\?redirectUrl=%2F/)
  },
)

/** Pages that every account may see. */
const forEveryAccount = ['organize/organize.tsx', 'organize/new.tsx', 'organize/charities/new.tsx', 'staff/staff.tsx']
/** These answer 404 before they ask whether the session may see them. */
const unknownHere = ['staff/qurbani/item.tsx', 'staff/qurbani/shares.tsx']
const restricted = files.filter(
  (file) =>
    /^(organize|staff)\//.test(file) &&
    ![...redirectElsewhere, ...explained, ...forEveryAccount, ...unknownHere].includes(file),
)

test.each(restricted)('%s is 404 for an account without permission', async (file) => {
  const refusal = new Problem('authorization', 'not-allowed')
  expect(await refusedWith(file, 'loader', refusal, true)).toMatchObject({ status: 404 })
})

test.each(restricted)('%s leads to the second factor that its role needs, and back', async (file) => {
  const refusal = new Problem('authorization', 'two-factor-required')
  const location = `/account/two-factor?redirectUrl=${encodeURIComponent(path)}`
  expect(await refusedWith(file, 'loader', refusal, true)).toMatchObject({ status: 303, location })
})
