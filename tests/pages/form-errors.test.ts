import { afterAll, beforeAll, expect, test } from 'vitest'
import { textOf } from './dom.ts'
import { plainCampaign, summaryIn } from './demo.ts'
import type { Page } from './page.ts'
import { createSite, demoTimeout, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await createSite()
}, demoTimeout)
afterAll(() => site.close())

/** Asserts that a form with errors shows them in the title, above the form, and at each linked control. */
function expectWellRefused(page: Page): void {
  expect(summaryIn(page)).toBeVisible()
  const all = page.locator('[id]').elements()
  const element = (id: string) => all.find(({ attribs }) => attribs.id === id)
  const leads = page
    .locator('.error-summary a')
    .elements()
    .map(({ attribs }) => attribs.href!.slice(1))
  const isDescribed = (id: string) =>
    (element(id)?.attribs['aria-describedby'] ?? '')
      .split(' ')
      .some((text) => /\berror/.test(element(text)?.attribs.class ?? ''))
  const isControl = (id: string) => ['input', 'select', 'textarea', 'fieldset'].includes(element(id)?.name ?? '')
  const ids = all.map(({ attribs }) => attribs.id)
  expect({
    titles: page.locator('head > title').elements().map(textOf),
    headings: page.locator('h1').count(),
    toNothing: leads.filter((id) => !element(id)),
    silent: leads.filter((id) => isControl(id) && !isDescribed(id)),
    twice: ids.filter((id, index) => ids.indexOf(id) !== index),
  }).toEqual({ titles: [expect.stringMatching(/^Error: /)], headings: 1, toNothing: [], silent: [], twice: [] })
  expect(leads.length).toBeGreaterThan(0)
}

const forms: readonly {
  readonly path: string
  readonly who?: string
  readonly wrong?: Readonly<Record<string, string>>
  readonly button: RegExp
}[] = [
  { path: '/signup', wrong: { Email: 'amina@' }, button: /^Create account/ },
  { path: '/password/forgotten', wrong: { Email: 'amina@' }, button: /^Send me the link/ },
  { path: '/v4/checkout/:slug', wrong: { Email: 'amina@' }, button: /^Donate / },
  { path: '/v4/basket/add/:slug', wrong: { 'Another amount': '' }, button: /^Add to basket/ },
  { path: '/v4/campaign/:slug/report', button: /^Send report/ },
  { path: '/account/profile', who: 'amina', wrong: { 'First name': '' }, button: /^Save$/ },
  { path: '/account/profile/email', who: 'amina', wrong: { 'New email address': 'amina@' }, button: /^Send me a link/ },
  { path: '/account/password', who: 'amina', button: /^Save password/ },
  { path: '/account/addresses/new', who: 'amina', button: /^Save address/ },
  { path: '/account/privacy/erase', who: 'amina', button: /^Delete my account/ },
  { path: '/scheduled-giving/ramadan?step=confirm', who: 'amina', button: /^Start giving/ },
  {
    path: '/scheduled-giving/friday-givers/choose-causes?step=confirm&amount=5',
    who: 'amina',
    button: /^Give .* every Friday/,
  },
]

for (const { path, who, wrong = {}, button } of forms)
  test(`${path} shows errors in its only title, above the form and at each field`, async () => {
    const page = who ? await site.loggedIn(`${who}@example.org`) : site.newPage()
    await page.goto(path.replace(':slug', path.includes(':slug') ? await plainCampaign(page.visitor) : ''))
    for (const [label, typed] of Object.entries(wrong)) page.getByLabel(label, { exact: true }).fill(typed)
    await page.getByRole('button', { name: button }).first().click()
    expectWellRefused(page)
    for (const [label, typed] of Object.entries(wrong))
      expect(page.getByLabel(label, { exact: true })).toHaveValue(typed)
  })
