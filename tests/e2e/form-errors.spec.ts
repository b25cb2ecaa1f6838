import { expect, type Page, test } from '@playwright/test'
import { plainCampaign, summaryIn } from './support.ts'

test.use({ javaScriptEnabled: false })

async function logIn(page: Page, who: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(`${who}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('sunbul-demo-2026')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/v4$/)
}

/** Asserts that a form with errors shows them in the title, above the form, and at each linked control. */
async function expectWellRefused(page: Page): Promise<void> {
  await expect(summaryIn(page)).toBeVisible()
  const found = await page.evaluate(() => {
    const leads = [...document.querySelectorAll('.error-summary a')].map((link) =>
      document.getElementById(link.getAttribute('href')!.slice(1)),
    )
    const described = (control: Element) =>
      (control.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .some((id) => /\berror/.test(document.getElementById(id)?.className ?? ''))
    return {
      titles: [...document.querySelectorAll('title')]
        .filter((title) => !title.closest('svg'))
        .map((title) => title.textContent),
      headings: document.querySelectorAll('h1').length,
      leads: leads.length,
      toNothing: leads.filter((control) => !control).length,
      silent: leads
        .filter((control) => control?.matches('input, select, textarea, fieldset') && !described(control))
        .map((control) => control!.id),
      twice: [...document.querySelectorAll('[id]')]
        .map(({ id }) => id)
        .filter((id, index, all) => all.indexOf(id) !== index),
    }
  })
  expect(found).toEqual({
    titles: [expect.stringMatching(/^Error: /)],
    headings: 1,
    leads: expect.any(Number),
    toNothing: 0,
    silent: [],
    twice: [],
  })
  expect(found.leads).toBeGreaterThan(0)
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
  test(`without scripts ${path} shows errors in its only title, above the form and at each field`, async ({
    page,
    request,
  }) => {
    if (who) await logIn(page, who)
    await page.goto(path.replace(':slug', path.includes(':slug') ? await plainCampaign(request) : ''))
    for (const [label, typed] of Object.entries(wrong)) await page.getByLabel(label, { exact: true }).fill(typed)
    await page.getByRole('button', { name: button }).first().click()
    await expectWellRefused(page)
    for (const [label, typed] of Object.entries(wrong))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(typed)
  })
