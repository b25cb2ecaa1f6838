import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { checkbox, choice, file, hidden, secret, text, textsWith, unlimited } from './fields.ts'
import { submitForm, submitForms } from './submit-form.ts'
import { resultOf, fakeApi, type FakePage, pageArgs, visitors } from './testing.ts'
import { doneIn, errorsOf, sentAs, viewForm } from './view-form.ts'

const fields = {
  title: text(5),
  body: unlimited(30, { path: 'story' }),
  role: choice(['viewer', 'editor'], 'viewer'),
  mail: checkbox,
  code: secret(),
}
const typed = { title: 'abcdef', body: 'words', role: 'owner', mail: 'on', code: 'hidden words' }
const visibleValues = { title: 'abcdef', body: 'words', role: 'viewer', mail: true }
const post = (page: FakePage & { readonly path?: string; readonly error?: unknown } = {}) =>
  resultOf(() =>
    submitForm(pageArgs(page.path ?? '/page?q=1', { form: typed, ...page }), fields, async () => {
      if (page.error) throw page.error
      return '?done=saved'
    }),
  )

test('reads the fields as declared, with text beyond a limit for the rule to refuse', async () => {
  let read: unknown
  await submitForm(pageArgs('/page', { form: typed }), fields, async (values) => {
    read = values
    return ''
  })
  expect(read).toEqual({ ...visibleValues, code: 'hidden words' })
})

test('a text is read to twice its limit, at least 200 characters, and not beyond', async () => {
  const form = { short: 'x'.repeat(500), long: 'x'.repeat(5000) }
  await submitForm(pageArgs('/page', { form }), { short: text(5), long: text(2000) }, async ({ short, long }) => {
    expect([short.length, long.length]).toEqual([200, 4000])
    return ''
  })
})

test('reads a file as its name and Base64, and as empty texts without one', async () => {
  const form = new FormData()
  form.set('file', new File(['report'], 'report.pdf'))
  const read: unknown[] = []
  for (const posted of [form, { file: 'no file' }])
    await submitForm(pageArgs('/page', { form: posted }), { file }, async (values) => {
      read.push(values.file)
      return ''
    })
  expect(read).toEqual([
    { name: 'report.pdf', content: 'cmVwb3J0' },
    { name: '', content: '' },
  ])
})

test('redirects to its own path without the query, or to the path that the handler names', async () => {
  expect(await post()).toEqual({ status: 303, location: '/page?done=saved' })
  const elsewhere = await resultOf(() => submitForm(pageArgs('/page', { form: {} }), {}, async () => '/list'))
  expect(elsewhere).toEqual({ status: 303, location: '/list' })
})

test('never redirects to another host, whatever the address of the page', async () => {
  expect(await post({ path: '//evil.example/page' })).toMatchObject({ location: '/evil.example/page?done=saved' })
})

test('shows a refused form with everything typed, except secrets', async () => {
  const error = new Problem('validation', 'invalid-input', { fields: { story: { code: 'too-short' } } })
  const response = await post({ error })
  expect(response).toMatchObject({
    status: 400,
    data: { values: visibleValues, refused: { fields: { story: expect.any(String) } } },
  })
  expect(JSON.stringify(response)).not.toContain('hidden words')
})

test.each([
  ['session-ended', 'authentication', '/login'],
  ['reauthentication-required', 'authentication', '/account/reauthenticate'],
  ['two-factor-required', 'authorization', '/account/two-factor'],
] as const)('%s leads to the page that asks for it, and back', async (code, kind, page) => {
  const location = `${page}?redirectUrl=%2Fpage%3Fq%3D1`
  expect(await post({ error: new Problem(kind, code) })).toEqual({ status: 303, location })
})

test('the login doesn’t return to a success message', async () => {
  const location = '/login?redirectUrl=%2Fpage%3Fq%3D1'
  expect(await post({ path: '/page?done=saved&q=1', viewer: visitors.guest })).toEqual({ status: 303, location })
})

test('an unexpected error is thrown, so that it is logged', async () => {
  await expect(post({ error: new TypeError('bug') })).rejects.toThrow('bug')
})

const again = '/login/again?redirectUrl=%2Fpage%3Fq%3D1&keep=title+body+role+mail'
const owned = { ...typed, loggedInAs: '41' }

test.each([
  ['a session that has ended', visitors.guest],
  ['a login that needs its second factor', visitors.halfway],
  ['another account', { ...visitors.signedIn, id: '42' }],
])('%s keeps all fields but secrets and calls nothing', async (_, viewer) => {
  const error = new Error('must not run')
  expect(await post({ form: owned, viewer, error })).toEqual({ status: 307, location: again })
})

test('a form with a secret comes back filled in after another login', async () => {
  const form = { ...owned, code: '', resumed: '1' }
  const response = await post({ form, error: new Error('must not run') })
  expect(response).toMatchObject({ status: 409, data: { values: visibleValues, refused: { code: 'logged-in-again' } } })
})

const forms = { save: { title: text(5) }, promote: { account: hidden } }
const submit = (form: Record<string, string>, { api, calls } = fakeApi()) => ({
  calls,
  response: resultOf(() =>
    submitForms(
      pageArgs('/page', { api, form }),
      forms,
      {
        save: async ({ title }) => ({ result: `saved ${title}` }),
        promote: async ({ account }, page) => {
          await page.api('DELETE /v4/addresses/:addressId', { addressId: account })
          return '?done=promoted'
        },
      },
      { decisions: ['promote'] },
    ),
  ),
})

test('runs the handler of the posted intent, and shows its result', async () => {
  const { response } = submit({ intent: 'save', title: 'abc' })
  expect(await response).toEqual({
    status: 200,
    data: { intent: 'save', values: { title: 'abc' }, result: 'saved abc' },
  })
})

test.each(['', 'constructor', 'other'])('the intent “%s” that no form has is 400', async (intent) => {
  expect(await submit({ intent }).response).toMatchObject({ status: 400 })
})

test('after another login a form is sent, and a decision comes back filled in', async () => {
  expect(await submit({ intent: 'save', title: 'abc', resumed: '1' }).response).toMatchObject({ status: 200 })
  const { response, calls } = submit({ intent: 'promote', account: '7', resumed: '1' })
  expect(await response).toMatchObject({ status: 409, data: { intent: 'promote', values: { account: '7' } } })
  expect(calls).toEqual([])
})

const refused = { message: 'Not possible.', fields: { story: 'Too short.' } }
const sent = { intent: 'save', values: { title: 'typed', body: '' }, refused }

test('a form shows what was sent before what is saved, and the error at its field', () => {
  const form = viewForm(fields, sent, { title: 'saved', body: 'saved', role: 'editor', mail: true }, { prefix: 'x-' })
  expect(form.control('title')).toEqual({
    id: 'x-title',
    name: 'title',
    defaultValue: 'typed',
    error: undefined,
    maxLength: 5,
  })
  expect(form.control('body')).toEqual({ id: 'x-body', name: 'body', defaultValue: '', error: 'Too short.' })
  expect(form.check('mail')).toEqual({ id: 'x-mail', name: 'mail', defaultChecked: true })
  expect(form.errors).toEqual([{ id: 'x-body', text: 'Too short.' }])
})

test.each([
  ['the first field', {}, 'title'],
  ['the element that the page names', { first: 'list' }, 'list'],
])('an error without a field links to %s', (_, options, id) => {
  const form = viewForm(fields, { values: {}, refused: { message: 'Not possible.', fields: {} } }, {}, options)
  expect(form.errors).toEqual([{ id, text: 'Not possible.' }])
})

test('the summary lists the errors of the refused form, and a refusal that no form shows', () => {
  const views = [viewForm(fields, undefined), viewForm(fields, sent)]
  expect(errorsOf(sent, views, 'list')).toEqual([{ id: 'body', text: 'Too short.' }])
  expect(errorsOf(sent, [], 'list')).toEqual([{ id: 'list', text: 'Not possible.' }])
  expect(errorsOf({ values: {} }, views, 'list')).toEqual([])
})

test('finds what was sent by its intent', () => {
  expect([sentAs(sent, 'save'), sentAs(sent, 'other'), sentAs(undefined as typeof sent | undefined, 'save')]).toEqual([
    sent,
    undefined,
    undefined,
  ])
})

test('a success message is shown once, and only for a known name', () => {
  const done = { saved: 'Saved.' }
  expect(doneIn('?q=1&done=saved', done, undefined)).toBe('Saved.')
  expect(doneIn('?done=saved', done, { values: {} })).toBeUndefined()
  expect(doneIn('?done=constructor', done, undefined)).toBeUndefined()
})

test('a missing recent proof keeps the form, and one that was just sent again is shown', async () => {
  const error = new Problem('authentication', 'reauthentication-required')
  const form = { ...typed, loggedInAs: '41' }
  const location = '/account/reauthenticate?redirectUrl=%2Fpage%3Fq%3D1&keep=title+body+role+mail'
  expect(await post({ error, form })).toEqual({ status: 307, location })
  const amounts = { part: textsWith(['gift-'], 10), note: text(20) }
  const send = (over: object) =>
    resultOf(() =>
      submitForm(pageArgs('/page', { form: { 'gift-a': '1', note: 'n', loggedInAs: '41', ...over } }), amounts, () =>
        Promise.reject(error),
      ),
    )
  expect(await send({})).toMatchObject({ location: '/account/reauthenticate?redirectUrl=%2Fpage&keep=gift-*+note' })
  expect(await send({ identityProved: '1' })).toMatchObject({
    status: 401,
    data: { values: { part: { 'gift-a': '1' }, note: 'n' } },
  })
})

test('after a proof of identity a form with secrets comes back filled in', async () => {
  expect(await post({ form: { ...typed, loggedInAs: '41', identityProved: '1' } })).toMatchObject({
    status: 409,
    data: { values: visibleValues, refused: { code: 'identity-confirmed' } },
  })
})
